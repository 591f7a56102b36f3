/** Disjoint sets that can be merged. */
export class UnionFind {
  readonly #parent: Uint32Array;

  constructor(size: number) {
    this.#parent = Uint32Array.from({ length: size }, (_, member) => member);
  }

  /** Returns the representative of the member's group. */
  find(member: number): number {
    const parent = this.#parent;
    let root = member;
    while (parent[root] !== root) root = parent[root]!;
    for (let step = member; parent[step] !== root; ) {
      const next = parent[step]!;
      parent[step] = root;
      step = next;
    }
    return root;
  }

  /** Merges two groups; false if they were already one. The smaller number becomes the representative. */
  union(left: number, right: number): boolean {
    const a = this.find(left);
    const b = this.find(right);
    if (a === b) return false;
    this.#parent[Math.max(a, b)] = Math.min(a, b);
    return true;
  }
}
