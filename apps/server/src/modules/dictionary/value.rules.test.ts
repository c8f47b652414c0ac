import { expect, test } from 'vitest'
import { keepsOne, judgeValue } from './value.rules.ts'

test.each([
  ['purchase_precious_from', '400000', undefined],
  ['purchase_precious_from', '0', '值应为正整数'],
  ['purchase_precious_from', '40万', '值应为正整数'],
  ['tender_min_quotations', '1.5', '值应为正整数'],
  ['tender_min_days', '0', undefined],
  ['tender_min_days', '-3', '值应为非负整数'],
  ['panel_import_size', '7', undefined],
  ['panel_import_size', '6', '值应为奇数'],
  ['panel_import_size', '3', '值不能小于 5'],
  ['scrap_panel_size', '4', '值不能小于 5'],
  ['purchase_required', 'price_evidence:always', undefined],
  ['purchase_required', 'authority_opinion:1000000', undefined],
  ['purchase_required', 'authority_opinion:0', expect.stringContaining('材料种类:条件')],
  ['purchase_required', 'price_evidence', expect.stringContaining('材料种类:条件')],
  ['sample_form', '什么都可以', undefined],
  ['tender_committee_size', '4', '值应为奇数'],
  ['tender_committee_large_size', '3', '值不能小于 5'],
  ['tender_price_points', '29', '值不能小于 30'],
  ['tender_price_points', '71', '值不能大于 70'],
  ['tender_commercial_points', '0', undefined],
  ['acceptance_self_three_from', '5万', '值应为正整数'],
  ['write_off_paper_from', '1,000', '值应为非负整数'],
  ['write_off_paper_from', '0', undefined],
])('%s: %s', (name, value, said) => expect(judgeValue(name, value)).toEqual(said))

test('a dictionary of anybody is none of numbers, whatever it is called', () =>
  expect([keepsOne('scrap_panel_size'), keepsOne('toString')]).toEqual([true, false]))
