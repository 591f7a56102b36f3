/** Where in its file an agent failed, as far as the fault message says. */
export interface FaultLocation {
  /** Type and text of the Python exception, such as `KeyError: 'price'`. */
  readonly exception: string | null;
  /** Type only, for grouping: texts of the same mistake differ in their values. */
  readonly exceptionType: string | null;
  /** Line in the agent's file. */
  readonly line: number | null;
}

const LINE = / \(line (\d{1,9})\)\.?$/;
const RULE_LINE = /^Line (\d{1,9}) broke the rule /;
/** Follows `agent_main raised`, or the sentence that names the stage at which the file failed. */
const EXCEPTION = /^(?:agent_main raised |[^:]{1,80}\. )((?<type>[A-Za-z_]\w{0,79}): ?[\s\S]*)$/;

/** Extracts exception and line from a fault message written by `readAnswer` or `faultOfRules`. */
export function faultLocation(message: string): FaultLocation {
  const line = LINE.exec(message)?.[1] ?? RULE_LINE.exec(message)?.[1];
  const found = EXCEPTION.exec(message.replace(LINE, ''));
  return {
    exception: found?.[1]?.replace(/:?\s*$/, '') ?? null,
    exceptionType: found?.groups?.type ?? null,
    line: line === undefined ? null : Number(line),
  };
}
