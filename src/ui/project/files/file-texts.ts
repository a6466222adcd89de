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
  notDone: 'That did not work',
  saved: (name: string) => `Saved to ${name}.`,
  downloaded: (name: string) => `${name} was given to the browser to download.`,
  denied: 'The browser did not allow writing to the file. Save again and allow it, or use Save as.',
  failed: (message: string) => `The file was not written: ${message}. The project is still in this browser; try Save as.`,
  changedOutside: (name: string) =>
    `${name} has changed on disk. Here the project is as it was; saving asks before it overwrites the file.`,
  load: 'Load',
  newNames: { project: 'New project', suite: 'Suite 1', case: 'Case 1' },
  replace: {
    title: 'This project is stored here already',
    text: (file: string, name: string) =>
      `${file} has the same project id as "${name}". Replace puts the file in its place; undo steps and unsaved edits of the stored one are lost, its secrets stay. Keep both opens the file beside it, without its secrets and tokens.`,
    replace: 'Replace',
    keep: 'Keep both',
    unsaved: 'The stored one has edits that are in no file.',
  },
  broken: {
    title: (name: string) => `${name} can't be opened`,
    place: 'Place',
    where: 'Where',
    atLine: (line: number) => `line ${line}`,
    problem: 'What is wrong',
    leftOut: 'Of what can be read, this would be left out:',
    readable: 'Open what can be read as a new project',
  },
  opened: {
    title: 'Before you run this project',
    secrets:
      'The project needs these secrets. Values are never in the file; type them here and they stay in this browser, encrypted.',
    copy: 'A copy has neither the secrets nor the tokens of another project with the same id.',
    empty: 'These variables came without a value. Requests need one:',
    emptyOf: (name: string, owner: string) => `Fill in ${name} of ${owner}`,
    literals: 'These values look like secrets and are in the file in clear. Move each to a secret variable of an environment:',
    later: 'Later',
    done: 'Done',
    usedBy: (places: readonly string[]) => `Used by ${places.map(named).join('; ')}`,
    none: 'nothing is missing',
  },
  changed: {
    title: 'The file was changed by somebody else',
    text: (name: string) =>
      `${name} on disk is not the text that Assay read or wrote last. Saving now would overwrite those changes. Nothing was written.`,
    overwrite: 'Overwrite the file',
    openOther: 'Open the other as new',
    cancel: 'Cancel',
  },
  stale: {
    title: 'What is stored differs from what is here',
    text: 'Another tab wrote to this project since it was read here. Choose which state goes on; the other one is lost.',
    mine: 'Keep what is here',
    theirs: 'Take what is stored',
    here: 'Here',
    there: 'Stored',
    nothing: 'There is no difference any more.',
    more: (n: number) => `and ${n} more`,
    missing: 'not there',
    place: (list: string | undefined, before: string | undefined) =>
      `${before === undefined ? 'first' : `behind ${before}`}${list ? ` in ${list}` : ''}`,
  },
  remove: {
    title: 'Remove project',
    text: (name: string) =>
      `"${name}" is removed from this browser, with its runs, secrets and tokens. Files on disk stay. This can't be undone.`,
    unsaved: 'It has edits that are in no file: save it first to keep them.',
    remove: 'Remove',
    cancel: 'Cancel',
  },
} as const
