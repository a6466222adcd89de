import { localeNames, type LocaleName } from '#engine/templates/locales.ts'

const languages = new Intl.DisplayNames('en', { type: 'language' })

/** `Austrian German` for `de_AT`. */
function titleOf(name: LocaleName): string {
  const [language = '', region, script] = name.split('_')
  const tag = [language, script && `${script[0]?.toUpperCase()}${script.slice(1)}`, region].filter(Boolean).join('-')
  try {
    return languages.of(tag) ?? name
  } catch {
    return languages.of(language) ?? name
  }
}

/** The languages of random data as they are chosen: English first, the others by their names; two of one name with their code. */
export function languageOptions(title: (name: LocaleName) => string = titleOf): { value: LocaleName; label: string }[] {
  const titles = localeNames.map(title)
  const options = localeNames.map((value, index) => {
    const label = titles[index] ?? value
    return { value, label: titles.indexOf(label) === titles.lastIndexOf(label) ? label : `${label} (${value})` }
  })
  const [first, ...others] = options
  return first ? [first, ...others.toSorted((a, b) => a.label.localeCompare(b.label, 'en'))] : []
}
