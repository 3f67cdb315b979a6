/** Size of a drawing, and the room at its edges that axes and labels take; in pixels. */
export interface Box {
  width: number;
  height: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
}
