/** A place of a string at which a merge of git was not finished. */
export interface MergeMark {
  /** Where its line starts. */
  offset: number
  /** What git calls the two sides: branches, commits; '' if it says nothing. */
  ours: string
  theirs: string
}

/** The conflicts that `git merge` left in a string. No line of a JSON text can start as their marks do. */
export function mergeMarks(text: string): MergeMark[] {
  const conflict = /^<{7}(?: (.*))?\r?\n[\s\S]*?^={7}\r?\n[\s\S]*?^>{7}(?: (.*))?$/gm
  return Array.from(text.matchAll(conflict), ({ index, 1: ours = '', 2: theirs = '' }) => ({
    offset: index,
    ours: ours.trim(),
    theirs: theirs.trim(),
  }))
}
