const SHOWN = 300;

export function judgeFiles(files, listed, { isWhole }) {
  const lines = [];
  const problems = [];
  const used = new Set();
  const total = { passed: 0, excused: 0 };

  for (const { name, status, message = '', assertionResults } of files.toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  )) {
    const findEntry = (test) =>
      listed.find((one) => one.file === name && (one.test === undefined || one.test === test));
    const ran = assertionResults.filter(
      (one) => one.status === 'passed' || one.status === 'failed',
    );
    const passed = ran.filter((one) => one.status === 'passed');
    const failed = ran.filter((one) => one.status === 'failed');

    for (const { fullName, failureMessages = [] } of failed) {
      const entry = findEntry(fullName);
      if (entry) used.add(entry);
      else problems.push(`${name} > ${fullName}: ${firstLine(failureMessages[0])}`);
    }

    if (status === 'failed' && failed.length === 0) {
      const entry = findEntry(undefined);
      if (entry) used.add(entry);
      else problems.push(`${name}: ${firstLine(message)}`);
    }

    const excused = failed.filter(({ fullName }) => findEntry(fullName)).length;
    total.passed += passed.length;
    total.excused += excused;
    lines.push(
      `${passed.length}/${ran.length} ${name}${excused > 0 ? ` (${excused} not for this engine)` : ''}`,
    );
  }

  const ranFiles = new Set(files.map(({ name }) => name));
  for (const entry of listed) {
    if (!used.has(entry) && (isWhole || ranFiles.has(entry.file)))
      problems.push(
        `${entry.file} > ${entry.test ?? 'all'} passes or is gone: take it off plain-only-tests.json`,
      );
  }

  return { lines, problems, ...total };
}

function firstLine(text = '') {
  return text.split('\n')[0].slice(0, SHOWN);
}
