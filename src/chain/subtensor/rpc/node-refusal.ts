/** A node understood the question and said no. */
export class NodeRefusal extends Error {
  readonly code: number;
  /** What it said besides, which is where Substrate puts the reason. */
  readonly detail: string;

  constructor(code: number, message: string, detail: string) {
    super(message);
    this.name = 'NodeRefusal';
    this.code = code;
    this.detail = detail;
  }
}
