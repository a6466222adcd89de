import { expect, it } from 'vitest'
import { repeatCommand } from './repeat-command.ts'

it('[P5] the command that repeats a run names its environment and seed, quoted for a shell, without values', () => {
  expect(repeatCommand({ file: 'orders.aprj', env: 'Local', seed: 42 })).toBe('assay run orders.aprj --env Local --seed 42')
  expect(
    repeatCommand({
      file: "it's mine.aprj",
      cases: ['Create then delete', '$(rm -rf /)'],
      variables: ['baseUrl'],
      more: ['--retry 2'],
      seed: 7,
    }),
  ).toBe(
    String.raw`assay run 'it'\''s mine.aprj' --case 'Create then delete' --case '$(rm -rf /)' --var baseUrl=… --retry 2 --seed 7`,
  )
})
