import type { RaceWire } from '../../../../src/board/wire.ts';
import { Countdown } from '../../parts/countdown.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';
import { utcText } from '../../parts/utc-text.ts';
import { raceTimeline, type Step } from './race-timeline.ts';

const SIGNS: Readonly<Record<Step['progress'], readonly [sign: string, words: string]>> = {
  done: ['●', 'done'],
  now: ['◐', 'now'],
  ahead: ['○', 'still to come'],
  never: ['–', 'did not happen'],
};

/** Progress of the race, from the opening of qualifying to the decision. */
export function Timeline({ race }: { readonly race: RaceWire }) {
  return (
    <ol className="race-timeline">
      {raceTimeline(race).map((step) => (
        <li key={step.id} data-progress={step.progress} aria-current={step.progress === 'now' ? 'step' : undefined}>
          <span className="race-step-sign" aria-hidden="true">
            {SIGNS[step.progress][0]}
          </span>
          <strong>{step.title}</strong>
          <span className="quiet">
            <span className="hidden">{SIGNS[step.progress][1]}, </span>
            <When step={step} race={race} />
          </span>
          {step.at !== null && step.progress === 'ahead' && (
            <span className="quiet race-exact">{utcText(step.at)}</span>
          )}
        </li>
      ))}
    </ol>
  );
}

function When({ step, race }: { readonly step: Step; readonly race: RaceWire }) {
  if (step.progress === 'never') return 'did not happen';
  if (step.progress !== 'ahead') return step.at === null ? 'done' : <Timestamp at={step.at} />;
  if (step.id === 'closed') return <Countdown until={race.qualifying_closes_at} label="time left:" />;
  return step.at === null ? 'to come' : <Countdown until={step.at} label="expected:" />;
}
