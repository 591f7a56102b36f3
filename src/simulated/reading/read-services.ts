import type { Service } from '../../market/service.ts';
import type { Reading } from './read-price.ts';

/** Phrases that ask for a service. Each is complete, so that the remaining text is clean after its removal. */
const PHRASES: Readonly<Record<Service, RegExp>> = {
  official:
    /(?:(?:sold )?(?:by|from|in) (?:an?|the) )?official (?:store|shop|flagship store|seller)s?(?: only)?|(?:available )?(?:from|with|on|at|by|in)? ?(?:only )?lazmall(?:'s)?(?: (?:items|services?|perks|authenticity|only))*|flagship store/giu,
  freeShipping:
    /(?:that )?(?:offers? |comes? with |with |has )?(?:free|complimentary) (?:shipping|delivery)|(?:that )?ships? for free|shipped (?:for )?free|with no (?:delivery|shipping) (?:fee|cost|charge)s?|delivered free/giu,
  COD: /(?:that )?(?:I can pay |supports? |with |offers? |has |payable )?(?:by )?(?:cash[ -]on[ -]delivery|pay(?:ment)? on delivery|cod\b)(?: (?:available|payment|option|support))?|payable (?:up)?on delivery/giu,
  flashsale:
    /(?:that is |is |are )?(?:part of|on|in|with|available with|available in|from)? ?(?:an?|the)? ?(?:flash ?sale|lazflash)(?: deals?| promotions?| offers?)?/giu,
};

export interface ServiceReading extends Reading<Service> {}

/** Services that a text asks for, in the order of the API. */
export function readServices(text: string): ServiceReading[] {
  return (Object.entries(PHRASES) as [Service, RegExp][]).flatMap(([service, phrase]) =>
    Array.from(text.matchAll(phrase), (match) => ({
      value: service,
      start: match.index,
      end: match.index + match[0].length,
    })),
  );
}
