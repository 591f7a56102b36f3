/** What an agent's failure says about where in its file it happened. */
export interface FaultLocation {
  /** Type and text of the Python exception, for example `KeyError: 'price'`. */
  readonly exception: string | null;
  /** Type alone, for grouping: texts of one mistake differ by the value in them. */
  readonly exceptionType: string | null;
  /** Of the agent's file. */
  readonly line: number | null;
}

const LINE = / \(line (\d{1,9})\)\.?$/;
const RULE_LINE = /^Line (\d{1,9}) broke the rule /;
/** After `agent_main raised`, or after the sentence that says at which stage the file failed. */
const EXCEPTION = /^(?:agent_main raised |[^:]{1,80}\. )((?<type>[A-Za-z_]\w{0,79}): ?[\s\S]*)$/;

/** Reads exception and line out of a fault message that `readAnswer` or `faultOfRules` wrote. */
export function faultLocation(message: string): FaultLocation {
  const line = LINE.exec(message)?.[1] ?? RULE_LINE.exec(message)?.[1];
  const found = EXCEPTION.exec(message.replace(LINE, ''));
  return {
    exception: found?.[1]?.replace(/:?\s*$/, '') ?? null,
    exceptionType: found?.groups?.type ?? null,
    line: line === undefined ? null : Number(line),
  };
}
