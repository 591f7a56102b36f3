import { Fault } from '../../fault/fault.ts';

/** Whether the arena refused a request because the hotkey has no validator permit or too little stake. */
export function isUnstaked(error: unknown): error is Fault {
  return Fault.isInstance(error) && error.extra.code === 'NOT_REGISTERED_AS_VALIDATOR';
}

export function notStaked(address: string, refusal: Fault): Fault {
  return new Fault('ARENA_REFUSED', {
    message: `${address} is not staked: the arena does not accept it as a validator.`,
    remedy: `Ask the operator, or run \`assay admin stake ${address} TAO\` with the operator's hotkey.`,
    extra: refusal.extra,
    cause: refusal,
  });
}
