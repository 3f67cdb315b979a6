interface FoundNode {
  file: string;
  version: string;
}
/** The Node that runs the product. */
export function chooseNode(pinned: FoundNode, environment: Record<string, string | undefined>): FoundNode;
