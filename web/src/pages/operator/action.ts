/** What an action applies to, so that it can be named before the confirmation. */
export type SubjectKind = 'contestant' | 'validator' | 'hotkey' | 'version' | 'run' | 'suite' | 'problems' | 'setting';

export type FieldKind = SubjectKind | 'reason' | 'optional reason' | 'number' | 'text' | 'choice' | 'json';

export interface ActionField {
  readonly name: string;
  readonly label: string;
  readonly kind: FieldKind;
  readonly hint?: string;
  readonly isOptional?: boolean;
  /** For a choice: the value sent, and its label. */
  readonly options?: readonly (readonly [value: string, text: string])[];
  readonly least?: number;
  readonly most?: number;
}

export type ActionValues = Readonly<Record<string, string>>;

/** What actions need besides the typed values. */
export interface ActionContext {
  /** The current race, if one is not over. */
  readonly race: { readonly number: number; readonly state: string; readonly racers: number } | undefined;
  /** Milliseconds of the arena's clock. */
  readonly now: number;
}

export interface ActionRequest {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** One operator action, the same as a command of `assay admin`. */
export interface Action {
  /** The equivalent command, without `assay admin`. */
  readonly command: string;
  readonly title: string;
  readonly fields: readonly ActionField[];
  /** What will happen, shown before the confirmation. */
  readonly effect: (values: ActionValues, context: ActionContext) => string;
  /** Text to type to confirm an action that cannot be undone. */
  readonly typeToConfirm?: (values: ActionValues, context: ActionContext) => string;
  /** Why the action is not possible now. */
  readonly unavailable?: (context: ActionContext) => string | undefined;
  readonly request: (values: ActionValues, context: ActionContext) => ActionRequest;
}

export interface ActionGroup {
  readonly title: string;
  readonly acts: readonly Action[];
}

const HOTKEY = /^5[1-9A-HJ-NP-Za-km-z]{46,47}$/;
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What is wrong with the value of a field; `undefined` if it is valid. */
export function fieldProblem(field: ActionField, value: string): string | undefined {
  const text = value.trim();
  if (text === '') {
    return field.isOptional === true || field.kind === 'optional reason' ? undefined : `${field.label} is missing.`;
  }
  switch (field.kind) {
    case 'contestant':
    case 'validator':
    case 'hotkey':
      return HOTKEY.test(text) ? undefined : 'Not a hotkey address: those start with 5 and have 48 characters.';
    case 'version':
    case 'run':
      return ID.test(text) ? undefined : 'Not an id. Ids look like 0196f8a2-1c3d-7e4f-8a5b-6c7d8e9f0a1b.';
    case 'suite':
    case 'number': {
      const { least = 1, most = 2 ** 31 - 1 } = field;
      const number = Number(text);
      return number >= least && number <= most ? undefined : `A number from ${least} to ${most}.`;
    }
    case 'json':
      return jsonOf(text) === undefined ? 'Write it as in arena.json: 300, true, "text".' : undefined;
    default:
      return text.length <= 1_000 ? undefined : 'At most 1,000 characters.';
  }
}

/** Parses JSON or a plain word: `off` needs no quotes. */
export function jsonOf(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return /^[\w./:@ -]+$/.test(text) ? { value: text } : undefined;
  }
}
