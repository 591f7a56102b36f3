/** A node responded to a request with an error. */
export class NodeRefusal extends Error {
  readonly code: number;
  /** Additional data of the error, in which Substrate puts the reason. */
  readonly detail: string;

  constructor(code: number, message: string, detail: string) {
    super(message);
    this.name = 'NodeRefusal';
    this.code = code;
    this.detail = detail;
  }
}
