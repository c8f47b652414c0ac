import { Form, Select } from 'antd'
import { yearKinds, yearKindWords } from '@portal/contract/benefit/benefit'
import type { benefitCalls } from '@portal/contract/benefit/calls'
import type { SchemeBody, SchemeRow } from '@portal/contract/benefit/scheme-calls'
import { pointsText, sumWeights } from '@portal/contract/benefit/score'
import { benefitItems, benefitItemWords, type SchemeRules } from '@portal/contract/benefit/scheme'
import type { Write } from '../../../lib/query.ts'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { ScaledInput } from '../../../ui/form/scaled-input.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useAddScheme, useChangeScheme } from '../benefit.queries.ts'
import { BandRows, GradeFields, PeopleFields, QuotaRows, ResultRows } from './rule-fields.tsx'

type Open<T> = { [K in keyof T]?: T[K] | null }
/** The body, in which values may still be missing. */
interface Values extends Omit<
  Open<SchemeBody>,
  'weights' | 'caps' | 'quotas' | 'results' | 'bands' | 'grades'
> {
  weights?: Open<SchemeBody['weights']>
  caps?: Open<SchemeBody['caps']>
  quotas?: Open<SchemeBody['quotas'][number]>[]
  results?: Open<SchemeBody['results'][number]>[]
  bands?: Open<SchemeBody['bands'][number]>[]
  grades?: Open<SchemeBody['grades']>
}
/** The call's schema reports missing values at their field. */
const makeBody = ({ dueOn, quotas = [], results = [], bands = [], ...v }: Values): SchemeBody =>
  ({
    yearKind: v.yearKind,
    year: v.year,
    dueOn: dueOn || null,
    prefixes: v.prefixes,
    minPriceFen: v.minPriceFen,
    quotas,
    weights: v.weights,
    caps: v.caps,
    talent: v.talent,
    results: results.map((r) => ({ ...r, level: r.level ?? null })),
    incomePoints: v.incomePoints,
    bands,
    fresh: v.fresh,
    grades: v.grades,
  }) as SchemeBody
const fillValues = ({ yearKind, year, dueOn, prefixes, minPriceFen, rules }: SchemeRow): Values => ({
  yearKind,
  year,
  dueOn,
  prefixes,
  minPriceFen,
  ...rules,
})
/** Each item on a scale of a hundred points; the university fills in the rest. */
const blank: Values = {
  yearKind: 'school',
  prefixes: [],
  caps: { hours: 10_000, talent: 10_000, results: 10_000, income: 10_000, functions: 10_000 },
  quotas: [{ design: 'any' }],
  results: [],
  bands: [],
}

interface Props {
  /** The scheme to change; otherwise a new one, copied from `from` if given. */
  scheme?: SchemeRow
  from?: SchemeRow | null
  onDone: () => void
}
export function SchemeForm({ scheme, from, onDone }: Props) {
  const add = useAddScheme()
  const change = useChangeScheme()
  const write: Write<typeof benefitCalls.addScheme> = scheme
    ? {
        call: add.call,
        busy: change.busy,
        async run({ body, quiet }) {
          if (!body) throw new Error('a form has a body')
          await change.run({
            params: { id: scheme.id },
            body: { ...body, revision: scheme.revision },
            ...(quiet && { quiet }),
          })
          return { id: scheme.id }
        },
      }
    : add
  const form = useSubmit<typeof benefitCalls.addScheme, Values>(write, {
    initial: scheme
      ? fillValues(scheme)
      : from
        ? { ...fillValues(from), year: from.year + 1, dueOn: null }
        : blank,
    args: (values) => ({ body: makeBody(values) }),
    done: scheme ? '评价方案已修改' : '评价方案已新增，可以发起评价',
    after: onDone,
  })
  return (
    <FormPage
      form={form}
      submit={scheme ? '保存方案' : '新增方案'}
      onCancel={onDone}
      columns={2}
      intro={
        <p className="muted">
          分值、权重、定额和等级由学校按年度规定。{from && !scheme && '已按最近年度的方案填好，可以修改。'}
        </p>
      }
    >
      <Field name="yearKind" label="年度类型" hint="学年为 9 月 1 日至次年 8 月 31 日">
        <Select options={yearKinds.map((k) => ({ value: k, label: yearKindWords[k] }))} />
      </Field>
      <Field name="year" label="年度" hint="学年按开始的年份填写；年度结束后才启用的仪器不参加评价">
        <ScaledInput digits={0} />
      </Field>
      <Field
        name="prefixes"
        label="评价范围（教育部分类号开头）"
        hint="如 03 仪器仪表、04 机电设备；可填多个"
      >
        <Select mode="tags" open={false} suffixIcon={null} tokenSeparators={[',', '，', ' ', '、']} />
      </Field>
      <Field name="minPriceFen" label="原值下限" hint="原值达到该金额的仪器参加评价">
        <MoneyInput />
      </Field>
      <Field name="dueOn" label="填报截止日期" hint="截止前一周、前一天和逾期后每周提醒">
        <DayInput />
      </Field>
      <Weights />
      <QuotaRows />
      <PeopleFields />
      <ResultRows />
      <Field name="incomePoints" label="服务收入每千元得分">
        <ScaledInput digits={2} suffix="分" />
      </Field>
      <BandRows />
      <GradeFields />
    </FormPage>
  )
}

/** The weights need not add up to 100; the form shows their sum. */
function Weights() {
  const weights = Form.useWatch<SchemeRules['weights'] | undefined>('weights')
  // one for each item
  const known = Object.fromEntries(benefitItems.map((i) => [i, weights?.[i] ?? 0])) as SchemeRules['weights']
  return (
    <fieldset className="form-rows form-wide">
      <legend>权重与得分上限</legend>
      <div className="benefit-weights">
        {benefitItems.map((i) => (
          <Field key={i} name={['weights', i]} label={`${benefitItemWords[i]}权重`}>
            <ScaledInput digits={2} />
          </Field>
        ))}
      </div>
      <p role="status">五项权重合计 {pointsText(sumWeights(known))}，不必为 100。</p>
      <div className="benefit-weights">
        {benefitItems.map((i) => (
          <Field key={i} name={['caps', i]} label={`${benefitItemWords[i]}得分上限`}>
            <ScaledInput digits={2} suffix="分" />
          </Field>
        ))}
      </div>
    </fieldset>
  )
}
