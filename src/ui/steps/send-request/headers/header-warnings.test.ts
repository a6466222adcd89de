import { describe, expect, it } from 'vitest'
import { headerWarnings } from './header-warnings.ts'

const about = (name: string, value: string, disabled = false) =>
  headerWarnings({ via: 'auto', headers: [{ name, value, disabled }] }).map((warning) => warning.kind)

describe('warnings about headers', () => {
  it('[P4] a literal that looks like a secret is warned about, a reference is not', () => {
    expect(about('Authorization', 'Bearer eyJhbGciOi')).toEqual(['warning'])
    expect(about('x-api-key', '123456789')).toEqual(['warning'])
    expect(about('Authorization', 'Bearer ${access_token}')).toEqual([])
    expect(about('Authorization', 'Bearer ')).toEqual([])
    expect(about('Authorization', 'Bearer eyJhbGciOi', true)).toEqual([])
    expect(about('Accept', 'application/json')).toEqual([])
  })

  it('[P5] a header that a browser refuses is named', () => {
    expect(about('Host', 'a.test')).toEqual(['info'])
    const cookie = { name: 'Cookie', value: '', disabled: true }
    expect(headerWarnings({ via: 'auto', headers: [] }, [cookie]).map(({ kind }) => kind)).toEqual(['info'])
    expect(headerWarnings({ via: 'auto', headers: [cookie] }, [cookie])).toEqual([])
  })
})
