/** Size of a chart and its margins for axes and labels, in pixels. */
export interface Box {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}
