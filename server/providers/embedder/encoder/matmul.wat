;; Matrix products for the sentence encoder: of integers (multiply), with what leads to and from them (quantise, scale),
;; and of 32-bit floats (multiplyFloats).
;;
;; product[r][n] = sum over k of rows[r][k] * weights[n][k]
;;
;; multiply:
;; rows     14 bits and a sign, row-major, two bytes a number: for each 16 numbers + 8192 their upper 7 bits, a byte
;;          each, then their lower 7
;; weights  i8, one row per output, depth numbers a row
;; offsets  i32, for each output 8192 times the sum of its weights
;; product  i32, row-major, outputs numbers a row
;;
;; Halves of 7 bits, because processors multiply bytes of 8 and 7 bits, add them in fours and sum them up in a single
;; instruction (x86 with AVX-VNNI, ARM with dot products). The result is exact wherever it runs: the relaxed instruction
;; differs between processors only for an eighth bit. Intermediate sums may overflow; the final one does not.
;; The caller pads outputs to a multiple of 4, depth to a multiple of 16.
;;
;; quantise: rows of f32 to rows for multiply, of integers from -max to max, each with its own scale.
;; scale: a product of multiply back to f32: times the scales of its row and its output, plus the output's bias.
;;
;; add: rows plus others, in place.
;; normalise: gives each row mean 0 and variance 1, in place, then scales and shifts it.
;; gelu: GELU (Hendrycks and Gimpel 2016) in place, by Abramowitz and Stegun 26.2.17; error of the share below 1e-7.
;; softmax: turns the first `count` numbers of each row into shares of 1, in place, and the rest of the row into zeros.
;; weigh: sums of rows of 32 values, weighted by rows of shares.
;;
;; multiplyFloats: all f32, each row at its own stride in bytes, so that rows may lie within others or overlap. The
;; caller pads outputs and depth to a multiple of 4.
(module
  (memory (export "memory") 1)
  (func (export "multiply")
    (param $rows i32) (param $weights i32) (param $offsets i32) (param $product i32)
    (param $rowCount i32) (param $depth i32) (param $outputs i32)
    (local $x i32) (local $rowEnd i32) (local $end i32) (local $w i32) (local $out i32) (local $stride i32)
    (local $depth2 i32) (local $depth3 i32) (local $outputsLeft i32)
    (local $high v128) (local $low v128) (local $v v128)
    (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128)
    (local $b0 v128) (local $b1 v128) (local $b2 v128) (local $b3 v128)
    (local.set $depth2 (i32.shl (local.get $depth) (i32.const 1)))
    (local.set $depth3 (i32.add (local.get $depth2) (local.get $depth)))
    (local.set $stride (i32.shl (local.get $outputs) (i32.const 2)))
    (local.set $end (i32.add (local.get $rows) (i32.mul (local.get $rowCount) (local.get $depth2))))
    (local.set $outputsLeft (local.get $outputs))
    (loop $eachOutput
      (local.set $x (local.get $rows))
      (local.set $out (local.get $product))
      (loop $eachRow
        (local.set $w (local.get $weights))
        (local.set $rowEnd (i32.add (local.get $x) (local.get $depth2)))
        (local.set $a0 (v128.const i32x4 0 0 0 0)) (local.set $a1 (v128.const i32x4 0 0 0 0))
        (local.set $a2 (v128.const i32x4 0 0 0 0)) (local.set $a3 (v128.const i32x4 0 0 0 0))
        (local.set $b0 (v128.const i32x4 0 0 0 0)) (local.set $b1 (v128.const i32x4 0 0 0 0))
        (local.set $b2 (v128.const i32x4 0 0 0 0)) (local.set $b3 (v128.const i32x4 0 0 0 0))
        (loop $eachStep
          (local.set $high (v128.load (local.get $x)))
          (local.set $low (v128.load offset=16 (local.get $x)))
          (local.set $v (v128.load (local.get $w)))
          (local.set $a0 (i32x4.relaxed_dot_i8x16_i7x16_add_s (local.get $v) (local.get $high) (local.get $a0)))
          (local.set $b0 (i32x4.relaxed_dot_i8x16_i7x16_add_s (local.get $v) (local.get $low) (local.get $b0)))
          (local.set $v (v128.load (i32.add (local.get $w) (local.get $depth))))
          (local.set $a1 (i32x4.relaxed_dot_i8x16_i7x16_add_s (local.get $v) (local.get $high) (local.get $a1)))
          (local.set $b1 (i32x4.relaxed_dot_i8x16_i7x16_add_s (local.get $v) (local.get $low) (local.get $b1)))
          (local.set $v (v128.load (i32.add (local.get $w) (local.get $depth2))))
          (local.set $a2 (i32x4.relaxed_dot_i8x16_i7x16_add_s (local.get $v) (local.get $high) (local.get $a2)))
          (local.set $b2 (i32x4.relaxed_dot_i8x16_i7x16_add_s (local.get $v) (local.get $low) (local.get $b2)))
          (local.set $v (v128.load (i32.add (local.get $w) (local.get $depth3))))
          (local.set $a3 (i32x4.relaxed_dot_i8x16_i7x16_add_s (local.get $v) (local.get $high) (local.get $a3)))
          (local.set $b3 (i32x4.relaxed_dot_i8x16_i7x16_add_s (local.get $v) (local.get $low) (local.get $b3)))
          (local.set $x (i32.add (local.get $x) (i32.const 32)))
          (local.set $w (i32.add (local.get $w) (i32.const 16)))
          (br_if $eachStep (i32.lt_u (local.get $x) (local.get $rowEnd))))
        (v128.store (local.get $out)
          (i32x4.sub
            (i32x4.add
              (i32x4.shl
                (call $sums (local.get $a0) (local.get $a1) (local.get $a2) (local.get $a3))
                (i32.const 7))
              (call $sums (local.get $b0) (local.get $b1) (local.get $b2) (local.get $b3)))
            (v128.load (local.get $offsets))))
        (local.set $out (i32.add (local.get $out) (local.get $stride)))
        (br_if $eachRow (i32.lt_u (local.get $x) (local.get $end))))
      (local.set $weights (i32.add (local.get $weights) (i32.shl (local.get $depth) (i32.const 2))))
      (local.set $offsets (i32.add (local.get $offsets) (i32.const 16)))
      (local.set $product (i32.add (local.get $product) (i32.const 16)))
      (local.set $outputsLeft (i32.sub (local.get $outputsLeft) (i32.const 4)))
      (br_if $eachOutput (local.get $outputsLeft))))
  (func (export "quantise")
    (param $rows i32) (param $whole i32) (param $scales i32)
    (param $rowCount i32) (param $depth i32) (param $max f32)
    (local $x i32) (local $end i32) (local $rowEnd i32) (local $most v128) (local $factor v128) (local $scale f32)
    (local $first v128) (local $second v128)
    (local.set $x (local.get $rows))
    (local.set $end (i32.add (local.get $rows)
      (i32.shl (i32.mul (local.get $rowCount) (local.get $depth)) (i32.const 2))))
    (loop $eachRow
      (local.set $rows (local.get $x))
      (local.set $rowEnd (i32.add (local.get $x) (i32.shl (local.get $depth) (i32.const 2))))
      (local.set $most (v128.const f32x4 0 0 0 0))
      (loop $eachFour
        (local.set $most (f32x4.max (local.get $most) (f32x4.abs (v128.load (local.get $x)))))
        (local.set $x (i32.add (local.get $x) (i32.const 16)))
        (br_if $eachFour (i32.lt_u (local.get $x) (local.get $rowEnd))))
      (local.set $scale (f32.div
        (call $highest (local.get $most))
        (local.get $max)))
      ;; A row of zeros has any scale.
      (if (f32.eq (local.get $scale) (f32.const 0)) (then (local.set $scale (f32.const 1))))
      (f32.store (local.get $scales) (local.get $scale))
      (local.set $scales (i32.add (local.get $scales) (i32.const 4)))
      (local.set $factor (f32x4.splat (f32.div (f32.const 1) (local.get $scale))))
      (local.set $x (local.get $rows))
      (loop $eachSixteen
        (local.set $first (call $integers (local.get $x) (local.get $factor)))
        (local.set $second (call $integers (i32.add (local.get $x) (i32.const 32)) (local.get $factor)))
        (v128.store (local.get $whole) (i8x16.narrow_i16x8_u
          (i16x8.shr_u (local.get $first) (i32.const 7)) (i16x8.shr_u (local.get $second) (i32.const 7))))
        (v128.store offset=16 (local.get $whole) (i8x16.narrow_i16x8_u
          (v128.and (local.get $first) (i16x8.splat (i32.const 127)))
          (v128.and (local.get $second) (i16x8.splat (i32.const 127)))))
        (local.set $x (i32.add (local.get $x) (i32.const 64)))
        (local.set $whole (i32.add (local.get $whole) (i32.const 32)))
        (br_if $eachSixteen (i32.lt_u (local.get $x) (local.get $rowEnd))))
      (br_if $eachRow (i32.lt_u (local.get $x) (local.get $end)))))
  (func (export "scale")
    (param $product i32) (param $rowScales i32) (param $scales i32) (param $bias i32)
    (param $rowCount i32) (param $outputs i32)
    (local $end i32) (local $at i32) (local $size i32) (local $row v128)
    (local.set $size (i32.shl (local.get $outputs) (i32.const 2)))
    (local.set $end (i32.add (local.get $product) (i32.mul (local.get $rowCount) (local.get $size))))
    (loop $eachRow
      (local.set $row (f32x4.splat (f32.load (local.get $rowScales))))
      (local.set $at (i32.const 0))
      (loop $eachFour
        (v128.store (local.get $product) (f32x4.add
          (f32x4.mul
            (f32x4.mul (f32x4.convert_i32x4_s (v128.load (local.get $product))) (local.get $row))
            (v128.load (i32.add (local.get $scales) (local.get $at))))
          (v128.load (i32.add (local.get $bias) (local.get $at)))))
        (local.set $product (i32.add (local.get $product) (i32.const 16)))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $eachFour (i32.lt_u (local.get $at) (local.get $size))))
      (local.set $rowScales (i32.add (local.get $rowScales) (i32.const 4)))
      (br_if $eachRow (i32.lt_u (local.get $product) (local.get $end)))))
  (func (export "multiplyFloats")
    (param $rows i32) (param $rowStride i32) (param $weights i32) (param $weightStride i32)
    (param $product i32) (param $productStride i32)
    (param $rowCount i32) (param $outputs i32) (param $depth i32)
    (local $r i32) (local $n i32) (local $x i32) (local $w i32) (local $end i32)
    (local $stride2 i32) (local $stride3 i32) (local $v v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local.set $stride2 (i32.shl (local.get $weightStride) (i32.const 1)))
    (local.set $stride3 (i32.add (local.get $stride2) (local.get $weightStride)))
    (local.set $n (i32.const 0))
    (loop $eachOutput
      (local.set $r (i32.const 0))
      (loop $eachRow
        (local.set $x (i32.add (local.get $rows) (i32.mul (local.get $r) (local.get $rowStride))))
        (local.set $w (i32.add (local.get $weights) (i32.mul (local.get $n) (local.get $weightStride))))
        (local.set $end (i32.add (local.get $x) (i32.shl (local.get $depth) (i32.const 2))))
        (local.set $a (v128.const i32x4 0 0 0 0)) (local.set $b (v128.const i32x4 0 0 0 0))
        (local.set $c (v128.const i32x4 0 0 0 0)) (local.set $d (v128.const i32x4 0 0 0 0))
        (loop $eachStep
          (local.set $v (v128.load (local.get $x)))
          (local.set $a (f32x4.add (local.get $a) (f32x4.mul (local.get $v) (v128.load (local.get $w)))))
          (local.set $b (f32x4.add (local.get $b) (f32x4.mul (local.get $v)
            (v128.load (i32.add (local.get $w) (local.get $weightStride))))))
          (local.set $c (f32x4.add (local.get $c) (f32x4.mul (local.get $v)
            (v128.load (i32.add (local.get $w) (local.get $stride2))))))
          (local.set $d (f32x4.add (local.get $d) (f32x4.mul (local.get $v)
            (v128.load (i32.add (local.get $w) (local.get $stride3))))))
          (local.set $x (i32.add (local.get $x) (i32.const 16)))
          (local.set $w (i32.add (local.get $w) (i32.const 16)))
          (br_if $eachStep (i32.lt_u (local.get $x) (local.get $end))))
        (v128.store
          (i32.add (i32.add (local.get $product) (i32.mul (local.get $r) (local.get $productStride)))
            (i32.shl (local.get $n) (i32.const 2)))
          (call $floatSums (local.get $a) (local.get $b) (local.get $c) (local.get $d)))
        (local.set $r (i32.add (local.get $r) (i32.const 1)))
        (br_if $eachRow (i32.lt_u (local.get $r) (local.get $rowCount))))
      (local.set $n (i32.add (local.get $n) (i32.const 4)))
      (br_if $eachOutput (i32.lt_u (local.get $n) (local.get $outputs)))))
  (func (export "add")
    (param $rows i32) (param $others i32) (param $count i32)
    (local $end i32)
    (local.set $end (i32.add (local.get $rows) (i32.shl (local.get $count) (i32.const 2))))
    (loop $eachFour
      (v128.store (local.get $rows) (f32x4.add (v128.load (local.get $rows)) (v128.load (local.get $others))))
      (local.set $rows (i32.add (local.get $rows) (i32.const 16)))
      (local.set $others (i32.add (local.get $others) (i32.const 16)))
      (br_if $eachFour (i32.lt_u (local.get $rows) (local.get $end)))))
  (func (export "normalise")
    (param $rows i32) (param $scales i32) (param $bias i32) (param $rowCount i32) (param $depth i32)
    (local $x i32) (local $at i32) (local $size i32) (local $end i32)
    (local $sum v128) (local $squares v128) (local $v v128) (local $mean v128) (local $factor v128)
    (local.set $size (i32.shl (local.get $depth) (i32.const 2)))
    (local.set $end (i32.add (local.get $rows) (i32.mul (local.get $rowCount) (local.get $size))))
    (loop $eachRow
      (local.set $sum (v128.const f32x4 0 0 0 0))
      (local.set $squares (v128.const f32x4 0 0 0 0))
      (local.set $at (i32.const 0))
      (loop $eachOfSum
        (local.set $sum (f32x4.add (local.get $sum) (v128.load (i32.add (local.get $rows) (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $eachOfSum (i32.lt_u (local.get $at) (local.get $size))))
      (local.set $mean (f32x4.splat
        (f32.div (call $lanes (local.get $sum)) (f32.convert_i32_u (local.get $depth)))))
      (local.set $at (i32.const 0))
      (loop $eachOfSquares
        (local.set $v (f32x4.sub (v128.load (i32.add (local.get $rows) (local.get $at))) (local.get $mean)))
        (local.set $squares (f32x4.add (local.get $squares) (f32x4.mul (local.get $v) (local.get $v))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $eachOfSquares (i32.lt_u (local.get $at) (local.get $size))))
      (local.set $factor (f32x4.splat (f32.div (f32.const 1) (f32.sqrt (f32.add
        (f32.div (call $lanes (local.get $squares)) (f32.convert_i32_u (local.get $depth)))
        (f32.const 1e-12))))))
      (local.set $at (i32.const 0))
      (loop $eachFour
        (local.set $x (i32.add (local.get $rows) (local.get $at)))
        (v128.store (local.get $x) (f32x4.add
          (f32x4.mul
            (f32x4.mul (f32x4.sub (v128.load (local.get $x)) (local.get $mean)) (local.get $factor))
            (v128.load (i32.add (local.get $scales) (local.get $at))))
          (v128.load (i32.add (local.get $bias) (local.get $at)))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $eachFour (i32.lt_u (local.get $at) (local.get $size))))
      (local.set $rows (i32.add (local.get $rows) (local.get $size)))
      (br_if $eachRow (i32.lt_u (local.get $rows) (local.get $end)))))
  (func (export "gelu")
    (param $numbers i32) (param $count i32)
    (local $end i32) (local $v v128) (local $t v128) (local $above v128)
    (local.set $end (i32.add (local.get $numbers) (i32.shl (local.get $count) (i32.const 2))))
    (loop $eachFour
      (local.set $v (v128.load (local.get $numbers)))
      (local.set $t (f32x4.div (f32x4.splat (f32.const 1)) (f32x4.add (f32x4.splat (f32.const 1))
        (f32x4.mul (f32x4.splat (f32.const 0.2316419)) (f32x4.abs (local.get $v))))))
      ;; How much of the distribution lies above |v|.
      (local.set $above (f32x4.splat (f32.const 1.330274429)))
      (local.set $above (f32x4.add (f32x4.splat (f32.const -1.821255978))
        (f32x4.mul (local.get $t) (local.get $above))))
      (local.set $above (f32x4.add (f32x4.splat (f32.const 1.781477937))
        (f32x4.mul (local.get $t) (local.get $above))))
      (local.set $above (f32x4.add (f32x4.splat (f32.const -0.356563782))
        (f32x4.mul (local.get $t) (local.get $above))))
      (local.set $above (f32x4.add (f32x4.splat (f32.const 0.31938153))
        (f32x4.mul (local.get $t) (local.get $above))))
      (local.set $above (f32x4.mul
        (f32x4.mul (local.get $t) (local.get $above))
        (f32x4.mul (f32x4.splat (f32.const 0.3989422804))
          (call $exp (f32x4.mul (f32x4.mul (local.get $v) (local.get $v)) (f32x4.splat (f32.const -0.5)))))))
      (v128.store (local.get $numbers) (f32x4.mul (local.get $v) (v128.bitselect
        (local.get $above)
        (f32x4.sub (f32x4.splat (f32.const 1)) (local.get $above))
        (f32x4.lt (local.get $v) (f32x4.splat (f32.const 0))))))
      (local.set $numbers (i32.add (local.get $numbers) (i32.const 16)))
      (br_if $eachFour (i32.lt_u (local.get $numbers) (local.get $end)))))
  (func (export "softmax")
    (param $scores i32) (param $rowCount i32) (param $count i32) (param $stride i32) (param $scale f32)
    (local $x i32) (local $end i32) (local $rest i32) (local $most v128) (local $total v128) (local $top f32)
    (loop $eachRow
      ;; Numbers beyond `count` count as far below all others.
      (local.set $rest (i32.add (local.get $scores) (i32.shl (local.get $count) (i32.const 2))))
      (local.set $end (i32.add (local.get $scores) (local.get $stride)))
      (if (i32.lt_u (local.get $rest) (local.get $end)) (then (loop $eachOfRest
        (f32.store (local.get $rest) (f32.const -1e30))
        (local.set $rest (i32.add (local.get $rest) (i32.const 4)))
        (br_if $eachOfRest (i32.lt_u (local.get $rest) (local.get $end))))))
      (local.set $most (v128.const f32x4 -1e30 -1e30 -1e30 -1e30))
      (local.set $x (local.get $scores))
      (loop $eachOfMost
        (local.set $most (f32x4.max (local.get $most) (v128.load (local.get $x))))
        (local.set $x (i32.add (local.get $x) (i32.const 16)))
        (br_if $eachOfMost (i32.lt_u (local.get $x) (local.get $end))))
      (local.set $top (call $highest (local.get $most)))
      (local.set $total (v128.const f32x4 0 0 0 0))
      (local.set $x (local.get $scores))
      (loop $eachOfTotal
        (v128.store (local.get $x) (call $exp (f32x4.mul
          (f32x4.sub (v128.load (local.get $x)) (f32x4.splat (local.get $top)))
          (f32x4.splat (local.get $scale)))))
        (local.set $total (f32x4.add (local.get $total) (v128.load (local.get $x))))
        (local.set $x (i32.add (local.get $x) (i32.const 16)))
        (br_if $eachOfTotal (i32.lt_u (local.get $x) (local.get $end))))
      (local.set $total (f32x4.splat (f32.div (f32.const 1) (call $lanes (local.get $total)))))
      (local.set $x (local.get $scores))
      (loop $eachFour
        (v128.store (local.get $x) (f32x4.mul (v128.load (local.get $x)) (local.get $total)))
        (local.set $x (i32.add (local.get $x) (i32.const 16)))
        (br_if $eachFour (i32.lt_u (local.get $x) (local.get $end))))
      (local.set $scores (local.get $end))
      (local.set $rowCount (i32.sub (local.get $rowCount) (i32.const 1)))
      (br_if $eachRow (local.get $rowCount))))
  (func (export "weigh")
    (param $shares i32) (param $shareStride i32) (param $values i32) (param $valueStride i32)
    (param $product i32) (param $productStride i32) (param $rowCount i32) (param $count i32)
    (local $share i32) (local $value i32) (local $end i32) (local $v v128)
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local $e v128) (local $f v128) (local $g v128) (local $h v128)
    (loop $eachRow
      (local.set $share (local.get $shares))
      (local.set $end (i32.add (local.get $shares) (i32.shl (local.get $count) (i32.const 2))))
      (local.set $value (local.get $values))
      (local.set $a (v128.const f32x4 0 0 0 0)) (local.set $b (v128.const f32x4 0 0 0 0))
      (local.set $c (v128.const f32x4 0 0 0 0)) (local.set $d (v128.const f32x4 0 0 0 0))
      (local.set $e (v128.const f32x4 0 0 0 0)) (local.set $f (v128.const f32x4 0 0 0 0))
      (local.set $g (v128.const f32x4 0 0 0 0)) (local.set $h (v128.const f32x4 0 0 0 0))
      (loop $eachValue
        (local.set $v (v128.load32_splat (local.get $share)))
        (local.set $a (f32x4.add (local.get $a) (f32x4.mul (local.get $v) (v128.load (local.get $value)))))
        (local.set $b (f32x4.add (local.get $b) (f32x4.mul (local.get $v) (v128.load offset=16 (local.get $value)))))
        (local.set $c (f32x4.add (local.get $c) (f32x4.mul (local.get $v) (v128.load offset=32 (local.get $value)))))
        (local.set $d (f32x4.add (local.get $d) (f32x4.mul (local.get $v) (v128.load offset=48 (local.get $value)))))
        (local.set $e (f32x4.add (local.get $e) (f32x4.mul (local.get $v) (v128.load offset=64 (local.get $value)))))
        (local.set $f (f32x4.add (local.get $f) (f32x4.mul (local.get $v) (v128.load offset=80 (local.get $value)))))
        (local.set $g (f32x4.add (local.get $g) (f32x4.mul (local.get $v) (v128.load offset=96 (local.get $value)))))
        (local.set $h (f32x4.add (local.get $h) (f32x4.mul (local.get $v) (v128.load offset=112 (local.get $value)))))
        (local.set $share (i32.add (local.get $share) (i32.const 4)))
        (local.set $value (i32.add (local.get $value) (local.get $valueStride)))
        (br_if $eachValue (i32.lt_u (local.get $share) (local.get $end))))
      (v128.store (local.get $product) (local.get $a))
      (v128.store offset=16 (local.get $product) (local.get $b))
      (v128.store offset=32 (local.get $product) (local.get $c))
      (v128.store offset=48 (local.get $product) (local.get $d))
      (v128.store offset=64 (local.get $product) (local.get $e))
      (v128.store offset=80 (local.get $product) (local.get $f))
      (v128.store offset=96 (local.get $product) (local.get $g))
      (v128.store offset=112 (local.get $product) (local.get $h))
      (local.set $shares (i32.add (local.get $shares) (local.get $shareStride)))
      (local.set $product (i32.add (local.get $product) (local.get $productStride)))
      (local.set $rowCount (i32.sub (local.get $rowCount) (i32.const 1)))
      (br_if $eachRow (local.get $rowCount))))
  ;; e to the power of four numbers up to 0; those below -87 count as -87. 2^n times a polynomial in the rest (Taylor),
  ;; which is within ln(2) / 2 of 0; relative error below 3e-7.
  (func $exp (param $v v128) (result v128)
    (local $n v128) (local $made v128)
    (local.set $v (f32x4.max (local.get $v) (f32x4.splat (f32.const -87))))
    (local.set $n (f32x4.nearest (f32x4.mul (local.get $v) (f32x4.splat (f32.const 1.44269504)))))
    ;; ln(2) in two parts, so that nothing is lost to rounding.
    (local.set $v (f32x4.sub (f32x4.sub (local.get $v)
      (f32x4.mul (local.get $n) (f32x4.splat (f32.const 0.693359375))))
      (f32x4.mul (local.get $n) (f32x4.splat (f32.const -2.12194440e-4)))))
    (local.set $made (f32x4.splat (f32.const 0.00138888889)))
    (local.set $made (f32x4.add (f32x4.splat (f32.const 0.00833333333)) (f32x4.mul (local.get $v) (local.get $made))))
    (local.set $made (f32x4.add (f32x4.splat (f32.const 0.0416666667)) (f32x4.mul (local.get $v) (local.get $made))))
    (local.set $made (f32x4.add (f32x4.splat (f32.const 0.166666667)) (f32x4.mul (local.get $v) (local.get $made))))
    (local.set $made (f32x4.add (f32x4.splat (f32.const 0.5)) (f32x4.mul (local.get $v) (local.get $made))))
    (local.set $made (f32x4.add (f32x4.splat (f32.const 1)) (f32x4.mul (local.get $v) (local.get $made))))
    (local.set $made (f32x4.add (f32x4.splat (f32.const 1)) (f32x4.mul (local.get $v) (local.get $made))))
    (f32x4.mul (local.get $made) (i32x4.shl
      (i32x4.add (i32x4.trunc_sat_f32x4_s (local.get $n)) (i32x4.splat (i32.const 127)))
      (i32.const 23))))
  ;; The sum of four numbers, and the largest.
  (func $lanes (param $v v128) (result f32)
    (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $v)) (f32x4.extract_lane 1 (local.get $v)))
      (f32.add (f32x4.extract_lane 2 (local.get $v)) (f32x4.extract_lane 3 (local.get $v)))))
  (func $highest (param $v v128) (result f32)
    (f32.max
      (f32.max (f32x4.extract_lane 0 (local.get $v)) (f32x4.extract_lane 1 (local.get $v)))
      (f32.max (f32x4.extract_lane 2 (local.get $v)) (f32x4.extract_lane 3 (local.get $v)))))
  ;; Eight floats from an address, times a factor, as integers + 8192.
  (func $integers (param $x i32) (param $factor v128) (result v128)
    (i16x8.add (i16x8.splat (i32.const 8192)) (i16x8.narrow_i32x4_s
      (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.mul (v128.load (local.get $x)) (local.get $factor))))
      (i32x4.trunc_sat_f32x4_s
        (f32x4.nearest (f32x4.mul (v128.load offset=16 (local.get $x)) (local.get $factor)))))))
  ;; The sums of the lanes of four vectors, as one vector.
  (func $sums (param $a v128) (param $b v128) (param $c v128) (param $d v128) (result v128)
    (local $ab v128) (local $cd v128)
    (local.set $ab (i32x4.add
      (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b))
      (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b))))
    (local.set $cd (i32x4.add
      (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $c) (local.get $d))
      (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $c) (local.get $d))))
    ;; ab holds a b a b, cd holds c d c d
    (i32x4.add
      (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $ab) (local.get $cd))
      (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $ab) (local.get $cd))))
  ;; The same of floats.
  (func $floatSums (param $a v128) (param $b v128) (param $c v128) (param $d v128) (result v128)
    (local $ab v128) (local $cd v128)
    (local.set $ab (f32x4.add
      (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $a) (local.get $b))
      (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $a) (local.get $b))))
    (local.set $cd (f32x4.add
      (i8x16.shuffle 0 1 2 3 16 17 18 19 4 5 6 7 20 21 22 23 (local.get $c) (local.get $d))
      (i8x16.shuffle 8 9 10 11 24 25 26 27 12 13 14 15 28 29 30 31 (local.get $c) (local.get $d))))
    ;; ab holds a b a b, cd holds c d c d
    (f32x4.add
      (i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23 (local.get $ab) (local.get $cd))
      (i8x16.shuffle 8 9 10 11 12 13 14 15 24 25 26 27 28 29 30 31 (local.get $ab) (local.get $cd)))))
