import { expect, it } from 'vitest'
import { noSettings, readRunSettings } from './run-settings.ts'

it('[X7] what is left empty is as in any run', () => {
  expect(readRunSettings(noSettings)).toEqual({ settings: {}, problems: {} })
})

it('[X7, T5, T6] settings are read as assay run reads its options', () => {
  const typed = {
    seed: ' 42 ',
    retry: '2',
    workers: '3',
    timeout: '1.5',
    bail: true,
    variables: 'region=us\n\nfilter=a=b\nempty=\r\n',
  }
  expect(readRunSettings(typed)).toEqual({
    settings: {
      seed: 42,
      retry: 2,
      workers: 3,
      timeout: 1500,
      bail: true,
      variables: { region: 'us', filter: 'a=b', empty: '' },
    },
    problems: {},
  })
})

it('[X7] each field says what is wrong with it, and never repeats a value', () => {
  const typed = { ...noSettings, seed: '-1', retry: 'x', workers: '0', timeout: '0', variables: 'a=1\nrandom.x=s3cret' }
  const { problems } = readRunSettings(typed)
  expect(problems).toEqual({
    seed: 'Enter a whole number, 0 or more.',
    retry: 'Enter a whole number, 0 or more.',
    workers: 'Enter a whole number, 1 or more.',
    timeout: 'Enter a number of seconds greater than 0.',
    variables: 'Line 2: enter name=value with a valid variable name.',
  })
  expect(readRunSettings({ ...noSettings, variables: 'region' }).problems.variables).toContain('Line 1')
})
