import { answerRequests } from '../../thread/answer-requests.ts';
import { recordedBody } from '../http/recorded-body.ts';
import { type AppendedCall, appendCall, type CallFile } from './append-call.ts';
import type { CallBodies, UnchainedCall } from './call-recorder.ts';

export interface RecordingRequest {
  readonly file: CallFile;
  readonly call: Omit<UnchainedCall, 'request' | 'response'>;
  readonly bodies: CallBodies;
}

answerRequests<RecordingRequest, AppendedCall>(({ file, call, bodies }) => {
  const request = recordedBody(bodies.request).recorded;
  const response = recordedBody(bodies.response).recorded;
  return appendCall(file, { ...call, request, response });
});
