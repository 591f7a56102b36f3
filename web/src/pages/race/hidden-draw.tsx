import { useState } from 'react';
import type { RaceDetailWire } from '../../../../src/board/wire.ts';
import { checkDraw } from '../../../../src/problems/browser.ts';
import { counted, forCount } from '../../../../src/text/counted.ts';
import { Badge } from '../../parts/badge.tsx';
import { beaconText, type Draw, drawnByCategory, readDraw } from './read-draw.ts';

/** The commitment to the draw, and after the race its reveal and verification. */
export function HiddenDraw({ race, draw }: Pick<RaceDetailWire, 'race' | 'draw'>) {
  const commitment = race.draw_commitment;
  if (commitment === null) {
    const waits = race.status !== 'CANCELLED';
    return (
      <div className="state">
        {waits
          ? 'Nothing is drawn yet. After qualifying closes, the hash of the draw is published before any run starts.'
          : 'Nothing was drawn: the race ended before that.'}
      </div>
    );
  }
  const revealed = readDraw(draw);
  return (
    <>
      <dl className="race-hashes">
        <dt>Commitment, published before the race</dt>
        <dd>
          <code>{commitment}</code>
        </dd>
        {revealed !== undefined && (
          <>
            <dt>Seed, revealed after the race</dt>
            <dd>
              <code>{revealed.seed}</code>
            </dd>
            {'beacon' in revealed && revealed.beacon !== null && (
              <>
                <dt>Beacon, fixed after the commitment: {beaconText(revealed)}</dt>
                <dd>
                  <code>{revealed.beacon.value}</code>
                </dd>
              </>
            )}
          </>
        )}
      </dl>
      {revealed === undefined ? (
        <p className="quiet">
          {draw === null
            ? 'The draw and its seed are published when the race is decided or cancelled.'
            : 'The draw is revealed in a format that this page does not support; the API has it.'}
        </p>
      ) : (
        <Revealed draw={revealed} commitment={commitment} raceId={race.race_id} />
      )}
    </>
  );
}

interface RevealedProps {
  readonly draw: Draw;
  readonly commitment: string;
  readonly raceId: string;
}

function Revealed({ draw, commitment, raceId }: RevealedProps) {
  const parts = drawnByCategory(draw).map(({ category, drawn, pool }) => `${drawn} of ${pool} ${category}`);
  return (
    <>
      <p>
        {draw.problem_ids.length} of {counted(draw.pool.length, 'problem')}{' '}
        {forCount(draw.problem_ids.length, 'was', 'were')} drawn: {parts.join(', ')}. Their questions and answers stay
        hidden, because they may be drawn again.
      </p>
      <Check key={raceId} draw={draw} commitment={commitment} />
      <details>
        <summary>Check it yourself</summary>
        <p>
          <button type="button" onClick={() => saveDraw(draw)}>
            Save draw.json
          </button>{' '}
          and check it on your own machine. The command also reads the public ledger, and verifies the validators’
          signatures.
        </p>
        <pre className="race-command">{`assay problems verify-draw draw.json --commitment ${commitment} --arena-url ${location.origin}`}</pre>
      </details>
    </>
  );
}

function saveDraw(draw: Draw): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(draw)], { type: 'application/json' }));
  link.download = 'draw.json';
  link.click();
  // The download has started by then. Without this, a page open for days would keep every copy in memory.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

function Check({ draw, commitment }: Omit<RevealedProps, 'raceId'>) {
  const [findings, setFindings] = useState<readonly string[]>();
  return (
    <p className="race-check">
      <button type="button" onClick={() => setFindings(checkDraw(draw, commitment))}>
        Hash the draw in this browser
      </button>{' '}
      <span role="status">
        {findings !== undefined &&
          (findings.length === 0 ? (
            <Badge tone="good">✓ matches the commitment</Badge>
          ) : (
            <>
              <Badge tone="bad">✗ does not match the commitment</Badge> <code>{findings[0]}</code>
            </>
          ))}
      </span>
    </p>
  );
}
