/** Waits for the result or the signal, whichever comes first. If it is the signal, throws its reason. */
export async function settledFirst<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  let stop = (): void => {};
  const stopped = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  // `work` may reject after the signal, when nothing handles it.
  work.catch(() => {});
  try {
    return await Promise.race([work, stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
