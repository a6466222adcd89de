import { readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { describe, expect, it } from 'vitest'
import { readRunArguments } from './options/run-options.ts'
import { splitCommand } from './options/split-command.ts'

const text = readFileSync(new URL('../../docs/ci.md', import.meta.url), 'utf8')
/** The command lines of the examples, as the shell splits them: those in blocks of shell, and those in files of CI. */
const commands = [
  ...text.matchAll(/^(?:ASSAY_\S+ )?npx assay (\w+) (.*)$/gm),
  ...text.matchAll(/(?:run: |script: |- |sh ')npx assay (\w+) ([^'\n`]*)/g),
].map(([, name = '', rest = '']) => [name, splitCommand(rest) ?? []] as const)
const runs = commands.filter(([name]) => name === 'run')

describe('[P5] docs/ci.md', () => {
  it('has a run, with JUnit and HTML, for each system', () => {
    const whole = runs.filter(([, rest]) => rest.some((part) => part.startsWith('html=')))
    expect(whole).toHaveLength(5)
  })

  it.each(runs)('assay %s %j is a command line that can be used', (_name, rest) => {
    expect(readRunArguments([...rest])).toMatchObject({ files: [expect.stringMatching(/^tests\//)], env: 'CI' })
  })

  it('has files that are YAML, also with what the text says for parts side by side', () => {
    const files = [...text.matchAll(/```yaml\n(.*?)```/gs)].map(([, file = '']) => file)
    expect(files).toHaveLength(3)
    for (const file of files) {
      const parts = file.replaceAll(/\b(name|artifact): reports\b/g, '$1: reports-${{ matrix.part }}')
      for (const one of [file, parts.replaceAll('assay run', 'assay run --shard ${{ matrix.part }}/3')])
        expect(load(one)).toBeTypeOf('object')
    }
  })

  it('names commands that there are, and the version of the package', async () => {
    const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
    const { name: scoped, version } = JSON.parse(manifest) as { name: string; version: string }
    // Anyone could register a name without a scope, and npx would run what they publish.
    expect(scoped).toMatch(/^@[a-z-]+\/[a-z-]+$/)
    const packed = `${scoped.slice(1).replace('/', '-')}-${version}.tgz`
    expect(text).toContain(packed)
    expect(text.replaceAll(packed, '')).not.toMatch(/\.tgz/)
    const known = readFileSync(new URL('texts.ts', import.meta.url), 'utf8')
    for (const [name] of commands) expect(known).toContain(`assay ${name} `)
  })
})
