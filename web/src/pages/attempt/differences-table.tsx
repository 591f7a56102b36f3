import { HostileText } from '../../parts/hostile-text.tsx';
import type { Difference } from './json-differences.ts';

/** Where a claim and the record differ, field by field. */
export function DifferencesTable({ differences }: { readonly differences: readonly Difference[] }) {
  return (
    <div className="scroll">
      <table className="attempt-differences">
        <caption>Where it differs</caption>
        <thead>
          <tr>
            <th scope="col">where</th>
            <th scope="col">claimed</th>
            <th scope="col" data-decisive>
              recorded
            </th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ path, claimed, recorded }, place) => (
            <tr key={`${place}`}>
              <td>
                <HostileText text={path === '' ? 'whole value' : path} limit={80} oneLine />
              </td>
              <td>
                <HostileText text={claimed ?? 'nothing'} limit={160} oneLine />
              </td>
              <td>
                <HostileText text={recorded ?? 'nothing'} limit={160} oneLine />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
