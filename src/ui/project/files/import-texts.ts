import { counted } from '#engine/base/counted.ts'

/** What the import of other tools' exports says. */
export const importTexts = {
  title: 'Import',
  intro: 'Choose, drop or paste a file from another tool. It is read in your browser. Nothing is executed or fetched.',
  chooseFile: 'Choose files…',
  chooseFolder: 'Choose folder…',
  paste: 'Or paste a cURL command, a collection or an API definition',
  pastePlaceholder: 'curl https://…',
  pasted: 'Pasted text',
  readPasted: 'Read pasted text',
  another: 'Choose other files…',
  format: 'Format',
  auto: 'Detect automatically',
  reads: 'Supported formats',
  reading: (name: string) => `Reading ${name}…`,
  stop: 'Stop',
  preview: 'Preview',
  source: (title: string, name: string) => `${title} · ${name}`,
  complete: (complete: number, requests: number) =>
    complete === requests
      ? requests === 1
        ? 'The request is complete.'
        : `All ${requests.toLocaleString('en')} requests are complete.`
      : `${complete.toLocaleString('en')} of ${counted(requests, 'request')} ${complete === 1 ? 'is' : 'are'} complete.`,
  extras: ({ apis, environments, variables, secrets }: Record<'apis' | 'environments' | 'variables' | 'secrets', number>) =>
    [
      apis > 0 ? counted(apis, 'API') : '',
      environments > 0 ? counted(environments, 'environment') : '',
      variables > 0 ? counted(variables, 'variable') : '',
      secrets > 0 ? `${counted(secrets, 'secret')} stored in this browser's vault` : '',
    ]
      .filter(Boolean)
      .join(', '),
  requests: (n: number) => counted(n, 'request'),
  rowText: (checks: number, variables: number) =>
    [checks > 0 ? counted(checks, 'check') : '', variables > 0 ? counted(variables, 'variable') : ''].filter(Boolean).join(' · '),
  disabled: 'disabled',
  incomplete: 'incomplete',
  tree: 'Suites and requests',
  moreCases: (n: number) => `and ${counted(n, 'more case')}`,
  leftOut: 'Left out',
  leftOutCount: ({ missing, toEnter, kept }: Record<'missing' | 'toEnter' | 'kept', number>) =>
    [
      `Left out: ${missing.toLocaleString('en')}`,
      toEnter > 0 ? `${counted(toEnter, 'value')} to enter` : '',
      kept > 0 ? `${counted(kept, 'script')} kept` : '',
    ]
      .filter(Boolean)
      .join(' · '),
  nothingLeftOut: 'Nothing was left out.',
  into: 'Into',
  newProject: 'New project',
  openProject: 'New suite in this project',
  suite: 'Suite',
  cancel: 'Cancel',
  import: 'Import',
  edit: (name: string) => `Import ${name}`,
  done: (name: string) => `Imported ${name}.`,
  readOnly: 'This project is being edited in another tab. Import into a new project.',
} as const
