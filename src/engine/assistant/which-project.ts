import type { LoadedProject, Said } from './turn.ts'

/**
 * The project that a request is for (A3): the one that a question was answered with, else the one that is named, else the open one, else the only one.
 */
export function projectFor(
  { text, projects, active }: Pick<Said, 'text' | 'projects' | 'active'>,
  answers: Readonly<Record<string, string>>,
): LoadedProject | 'ask' | undefined {
  const answered = projects.find(({ key }, at) => labelsOf(projects)[at] === answers['project'] || key === answers['project'])
  if (answered) return answered
  const lower = text.toLowerCase()
  const named =
    projects.length > 1 ? projects.filter(({ project }) => project.name.length > 2 && isWordIn(project.name, lower)) : []
  if (named.length === 1) return named[0]
  return (
    projects.find(({ key }) => key === active) ??
    (projects.length === 1 ? projects[0] : projects.length === 0 ? undefined : 'ask')
  )
}

const isWordIn = (name: string, text: string): boolean =>
  new RegExp(`(?<![\\p{L}\\p{N}])${name.toLowerCase().replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'u').test(text)

/** The names of projects, each one's own: `Shop`, `Shop (2)`; of all, or of some of them. */
export function labelsOf(all: readonly LoadedProject[], some: readonly LoadedProject[] = all): string[] {
  const seen = new Map<string, number>()
  const labels = all.map(({ project: { name } }) => {
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return count === 1 ? name : `${name} (${count})`
  })
  return labels.filter((_, at) => some.includes(all[at] as LoadedProject))
}
