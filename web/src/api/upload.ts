import type { Upload } from '@noren/contract/client';

/** Sends a form by XMLHttpRequest, because `fetch` does not report upload progress. */
export const upload: Upload = (url, { method, headers, body, signal }, onProgress) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);

    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);

    const stop = () => request.abort();
    signal.addEventListener('abort', stop);
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress(loaded / total);
    };
    request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
    request.onerror = () => reject(new TypeError('the upload was interrupted'));
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener('abort', stop);
    request.send(body);
  });
