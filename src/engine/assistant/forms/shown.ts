import type { Form, FormField, FormValues } from './form.ts'

/** Whether a field is there, for what a choice says. */
export function isShown({ fields }: Pick<Form, 'fields'>, { when }: FormField, values: FormValues): boolean {
  if (!when) return true
  const [id, wanted] = when
  const chosen = (values[id] ?? '') || (fields.find((one) => one.id === id)?.choices?.[0]?.[0] ?? '')
  return wanted.includes(chosen)
}
