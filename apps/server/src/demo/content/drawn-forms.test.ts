import { parseForm } from '@portal/form-kit/form/parse'
import { readValues } from '@portal/form-kit/values/read'
import { expect, test } from 'vitest'
import { summarize } from '../../modules/form/words.rules.ts'
import { drawnForms, drawnText, listAnswers } from './drawn-forms.ts'

// The demo's forms and answers must be valid, as if drawn and filled in by hand.

test('every form of the demo is one that nobody objects to', () => {
  for (const drawn of drawnForms) {
    const { faults, notes } = parseForm(drawnText(drawn))
    expect([faults, notes], drawn.name).toEqual([[], []])
  }
})

test('every answer of the demo is one that the form takes, in the words a list would say', () => {
  const answers = listAnswers((days) => `2026-${days < 0 ? '01' : '02'}-01`)
  for (const { form: n, file, given, summary } of answers) {
    const drawn = drawnForms[n]
    const { form } = parseForm(drawn ? drawnText(drawn) : '')
    if (!form) throw new Error('judged above')
    const all = { ...given, ...(file && { [file]: [{ name: '证明.webp', url: '/api/v2/file/1' }] }) }
    const { values, faults } = readValues(form, all)
    expect([values, faults]).toEqual([all, []])
    expect(summarize(form, all as never, { names: new Map(), plain: (html) => html })).toBe(summary)
  }
})
