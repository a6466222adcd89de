import { counted } from '#engine/base/counted.ts'

/** A place in a file without what its keys add to the names that people gave: `environments > Local > variables > secret > value`. */
const named = (place: string): string =>
  place
    .replace(/^(environments|suites|connections) > /, '')
    .replace(/^(.*) > variables > /, '$1 > ')
    .replace(/ > value$/, '')

/** Texts of opening, saving and what can go wrong there. */
export const fileTexts = {
  close: 'Close',
  reading: (name: string) => `Reading ${name}…`,
  cancel: 'Cancel',
  notDone: 'Something went wrong',
  saved: (name: string) => `Saved to ${name}.`,
  downloaded: (name: string) => `Downloaded ${name}.`,
  denied: "The browser didn't get permission to write the file. Save again and allow it, or use Save as.",
  failed: (message: string) => `Couldn't write the file: ${message}. Try Save as. The project is still in this browser.`,
  changedOutside: (name: string) =>
    `${name} changed on disk. Load it, or keep working: saving asks before it overwrites the file.`,
  load: 'Load',
  newNames: { project: 'New project', suite: 'Suite 1', case: 'Case 1' },
  replace: {
    title: 'This project already exists',
    text: (file: string, name: string) =>
      `${file} has the same project ID as "${name}". Replace discards the stored version with its undo history and unsaved edits, but keeps its secrets. Keep both opens the file as a copy without secrets and tokens. Merge adds the file's changes to the stored version.`,
    replace: 'Replace',
    keep: 'Keep both',
    merge: 'Merge',
    unsaved: "The stored version has edits that aren't saved in a file.",
  },
  merge: {
    title: (name: string) => `Merge ${name}`,
    resolveTitle: 'Resolve merge conflicts',
    label: (name: string) => `Merge ${name}`,
    resolveLabel: 'Resolve conflicts',
    noBase: 'No common version of this project is stored, so every difference is a conflict.',
    unchanged: 'The file has no changes for this project.',
    changes: 'Changes',
    conflicts: 'Conflicts',
    keep: 'Keep',
    conflictsText: 'Both versions changed these fields. Choose the value to keep.',
    ours: 'Ours',
    theirs: 'Theirs',
    signs: { added: 'Added', removed: 'Removed', moved: 'Moved', changed: 'Changed' },
    what: 'Change',
    before: 'Before',
    after: 'After',
    more: (n: number) => `and ${n} more`,
    apply: 'Merge',
    resolve: 'Resolve',
    cancel: 'Cancel',
    readOnly: 'This project is open in another tab. Take over there first.',
    done: (name: string) => `Merged ${name}.`,
  },
  broken: {
    title: (name: string) => `${name} can't be opened`,
    place: 'Path',
    where: 'Where',
    atLine: (line: number) => `line ${line}`,
    problem: 'Problem',
    leftOut: 'These parts would be left out:',
    readable: 'Open the readable parts as a new project',
  },
  opened: {
    title: 'Before you run this project',
    secrets: 'This project needs these secrets. Files never contain them. Values you enter stay encrypted in this browser.',
    copy: "A copy doesn't include the original project's secrets or tokens.",
    empty: 'These variables need a value:',
    emptyOf: (name: string, owner: string) => `Value of ${name} in ${owner}`,
    literals: 'These values look like plaintext secrets. Move them to secret variables:',
    later: 'Later',
    done: 'Done',
    secretDetail: (id: string, [first = '', ...more]: readonly string[]) =>
      `${id} · ${named(first)}${more.length > 0 ? ` and ${counted(more.length, 'more place')}` : ''}`,
    none: 'nothing missing',
  },
  changed: {
    title: 'The file changed on disk',
    text: (name: string) => `${name} changed since you opened or saved it. Overwrite those changes?`,
    overwrite: 'Overwrite',
    openOther: 'Open the file as a new project',
    cancel: 'Cancel',
  },
  stale: {
    title: 'This project changed in another tab',
    text: 'Choose the version to keep. The other one will be lost.',
    mine: 'Keep this version',
    theirs: 'Use the stored version',
    here: 'This version',
    there: 'Stored version',
    nothing: 'The versions no longer differ.',
    more: (n: number) => `and ${n} more`,
    missing: 'missing',
    place: (list: string | undefined, before: string | undefined) =>
      `${before === undefined ? 'first' : `after ${before}`}${list ? ` in ${list}` : ''}`,
  },
  remove: {
    title: 'Remove project',
    text: (name: string) =>
      `Removes "${name}" from this browser with its runs, secrets and tokens. Files on disk aren't deleted. You can't undo this.`,
    unsaved: "This project has edits that aren't saved in a file. Save it first to keep them.",
    remove: 'Remove',
    cancel: 'Cancel',
  },
} as const
