// Runs in the browser unbuilt: what the sandbox's pages share.

/** Uses a control of the sandbox. @throws Error with the sandbox's own words */
export async function useControl(name, body) {
  const response = await fetch(`/sandbox/api/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error ?? answer.msg ?? `HTTP ${response.status}`);

  return answer;
}
