;; Matrix products for the sentence encoder: of integers (multiply), with what leads to and from them (quantise, scale),
;; and of 32-bit floats (multiplyFloats).
;;
;; product[r][n] = sum over k of rows[r][k] * weights[n][k]
;;
;; multiply:
;; rows     i16, row-major, depth numbers a row
;; weights  i8, one row per output, depth numbers a row
;; product  i32, row-major, outputs numbers a row
;;
;; Two rows and four outputs are worked on at once, so that each weight is loaded once for two rows. The caller pads:
;; rows to a multiple of 2, outputs to a multiple of 4, depth to a multiple of 8.
;;
;; quantise: rows of f32 to rows of i16 from -max to max, each with its own scale.
;; scale: a product of multiply back to f32: times the scales of its row and its output, plus the output's bias.
;;
;; multiplyFloats: all f32, each row at its own stride in bytes, so that rows may lie within others or overlap. The
;; caller pads outputs and depth to a multiple of 4.
(module
  (memory (export "memory") 1)
  (func (export "multiply")
    (param $rows i32) (param $weights i32) (param $product i32)
    (param $rowCount i32) (param $depth i32) (param $outputs i32)
    (local $r i32) (local $n i32) (local $k i32) (local $x i32) (local $w i32) (local $out i32)
    (local $weightStride2 i32) (local $weightStride3 i32)
    (local $x0 v128) (local $x1 v128) (local $v v128)
    (local $a0 v128) (local $a1 v128) (local $a2 v128) (local $a3 v128)
    (local $b0 v128) (local $b1 v128) (local $b2 v128) (local $b3 v128)
    (local.set $weightStride2 (i32.shl (local.get $depth) (i32.const 1)))
    (local.set $weightStride3 (i32.add (local.get $weightStride2) (local.get $depth)))
    (local.set $n (i32.const 0))
    (loop $eachOutput
      (local.set $r (i32.const 0))
      (loop $eachRow
        (local.set $x (i32.add (local.get $rows)
          (i32.shl (i32.mul (local.get $r) (local.get $depth)) (i32.const 1))))
        (local.set $w (i32.add (local.get $weights) (i32.mul (local.get $n) (local.get $depth))))
        (local.set $a0 (v128.const i32x4 0 0 0 0)) (local.set $a1 (v128.const i32x4 0 0 0 0))
        (local.set $a2 (v128.const i32x4 0 0 0 0)) (local.set $a3 (v128.const i32x4 0 0 0 0))
        (local.set $b0 (v128.const i32x4 0 0 0 0)) (local.set $b1 (v128.const i32x4 0 0 0 0))
        (local.set $b2 (v128.const i32x4 0 0 0 0)) (local.set $b3 (v128.const i32x4 0 0 0 0))
        (local.set $k (i32.const 0))
        (loop $eachStep
          (local.set $x0 (v128.load (local.get $x)))
          (local.set $x1 (v128.load (i32.add (local.get $x) (local.get $weightStride2))))
          (local.set $v (v128.load8x8_s (local.get $w)))
          (local.set $a0 (i32x4.add (local.get $a0) (i32x4.dot_i16x8_s (local.get $x0) (local.get $v))))
          (local.set $b0 (i32x4.add (local.get $b0) (i32x4.dot_i16x8_s (local.get $x1) (local.get $v))))
          (local.set $v (v128.load8x8_s (i32.add (local.get $w) (local.get $depth))))
          (local.set $a1 (i32x4.add (local.get $a1) (i32x4.dot_i16x8_s (local.get $x0) (local.get $v))))
          (local.set $b1 (i32x4.add (local.get $b1) (i32x4.dot_i16x8_s (local.get $x1) (local.get $v))))
          (local.set $v (v128.load8x8_s (i32.add (local.get $w) (local.get $weightStride2))))
          (local.set $a2 (i32x4.add (local.get $a2) (i32x4.dot_i16x8_s (local.get $x0) (local.get $v))))
          (local.set $b2 (i32x4.add (local.get $b2) (i32x4.dot_i16x8_s (local.get $x1) (local.get $v))))
          (local.set $v (v128.load8x8_s (i32.add (local.get $w) (local.get $weightStride3))))
          (local.set $a3 (i32x4.add (local.get $a3) (i32x4.dot_i16x8_s (local.get $x0) (local.get $v))))
          (local.set $b3 (i32x4.add (local.get $b3) (i32x4.dot_i16x8_s (local.get $x1) (local.get $v))))
          (local.set $x (i32.add (local.get $x) (i32.const 16)))
          (local.set $w (i32.add (local.get $w) (i32.const 8)))
          (local.set $k (i32.add (local.get $k) (i32.const 8)))
          (br_if $eachStep (i32.lt_u (local.get $k) (local.get $depth))))
        (local.set $out (i32.add (local.get $product)
          (i32.shl (i32.add (i32.mul (local.get $r) (local.get $outputs)) (local.get $n)) (i32.const 2))))
        (v128.store (local.get $out)
          (call $sums (local.get $a0) (local.get $a1) (local.get $a2) (local.get $a3)))
        (v128.store (i32.add (local.get $out) (i32.shl (local.get $outputs) (i32.const 2)))
          (call $sums (local.get $b0) (local.get $b1) (local.get $b2) (local.get $b3)))
        (local.set $r (i32.add (local.get $r) (i32.const 2)))
        (br_if $eachRow (i32.lt_u (local.get $r) (local.get $rowCount))))
      (local.set $n (i32.add (local.get $n) (i32.const 4)))
      (br_if $eachOutput (i32.lt_u (local.get $n) (local.get $outputs)))))
  (func (export "quantise")
    (param $rows i32) (param $whole i32) (param $scales i32)
    (param $rowCount i32) (param $depth i32) (param $max f32)
    (local $x i32) (local $end i32) (local $rowEnd i32) (local $most v128) (local $factor v128) (local $scale f32)
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
        (f32.max
          (f32.max (f32x4.extract_lane 0 (local.get $most)) (f32x4.extract_lane 1 (local.get $most)))
          (f32.max (f32x4.extract_lane 2 (local.get $most)) (f32x4.extract_lane 3 (local.get $most))))
        (local.get $max)))
      ;; A row of zeros has any scale.
      (if (f32.eq (local.get $scale) (f32.const 0)) (then (local.set $scale (f32.const 1))))
      (f32.store (local.get $scales) (local.get $scale))
      (local.set $scales (i32.add (local.get $scales) (i32.const 4)))
      (local.set $factor (f32x4.splat (f32.div (f32.const 1) (local.get $scale))))
      (local.set $x (local.get $rows))
      (loop $eachEight
        (v128.store (local.get $whole) (i16x8.narrow_i32x4_s
          (i32x4.trunc_sat_f32x4_s (f32x4.nearest (f32x4.mul (v128.load (local.get $x)) (local.get $factor))))
          (i32x4.trunc_sat_f32x4_s
            (f32x4.nearest (f32x4.mul (v128.load offset=16 (local.get $x)) (local.get $factor))))))
        (local.set $x (i32.add (local.get $x) (i32.const 32)))
        (local.set $whole (i32.add (local.get $whole) (i32.const 16)))
        (br_if $eachEight (i32.lt_u (local.get $x) (local.get $rowEnd))))
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
