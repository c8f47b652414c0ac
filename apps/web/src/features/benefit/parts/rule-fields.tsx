import { Form, Input, Select } from 'antd'
import { benefitGradeWords, type SchemeRules } from '@portal/contract/benefit/scheme'
import { deviceDesignWords } from '@portal/contract/device/body'
import {
  achievementKindWords,
  achievementLevels,
  achievementLevelWords,
  masteryWords,
  type AchievementKind,
  type Mastery,
} from '@portal/contract/device-record/device-record'
import { Field } from '../../../ui/form/field.tsx'
import { Rows } from '../../../ui/form/rows.tsx'
import { ScaledInput } from '../../../ui/form/scaled-input.tsx'
import { listOptions } from '../../../ui/list/options.ts'

// The fields of a scheme's rules. Values are whole units: points in hundredths.

const designs = listOptions({ ...deviceDesignWords, any: '不限' })
export const QuotaRows = () => (
  <Rows
    name="quotas"
    title="定额机时（按最长的分类号开头确定）"
    one="定额"
    most={50}
    least={1}
    blank={{ design: 'any' }}
    columns="1fr 1fr 1fr"
  >
    {(i) => (
      <>
        <Field name={['quotas', i, 'prefix']} label="分类号开头">
          <Input maxLength={8} inputMode="numeric" />
        </Field>
        <Field name={['quotas', i, 'design']} label="仪器类型">
          <Select options={designs} />
        </Field>
        <Field name={['quotas', i, 'hours']} label="年定额机时">
          <ScaledInput digits={0} suffix="小时" />
        </Field>
      </>
    )}
  </Rows>
)

export const PeopleFields = () => (
  <fieldset className="form-rows form-wide">
    <legend>人才培养分值</legend>
    {(Object.keys(masteryWords) as Mastery[]).map((m) => (
      <div key={m} className="benefit-weights">
        <Field name={['talent', m, 'points']} label={`${masteryWords[m]}得分`}>
          <ScaledInput digits={2} suffix="分" />
        </Field>
        <Field name={['talent', m, 'people']} label={`${masteryWords[m]}每多少人`}>
          <ScaledInput digits={0} suffix="人" />
        </Field>
      </div>
    ))}
  </fieldset>
)

const kinds = listOptions(achievementKindWords)
function ResultFields({ row }: { row: number }) {
  const kind = Form.useWatch<AchievementKind | undefined>(['results', row, 'kind'])
  const levels = kind ? achievementLevels[kind] : []
  return (
    <>
      <Field name={['results', row, 'kind']} label="成果类型">
        <Select options={kinds} />
      </Field>
      <Field name={['results', row, 'level']} label="级别" required={false}>
        <Select
          allowClear
          placeholder="其余级别"
          options={levels.map((l) => ({ value: l, label: achievementLevelWords[l] }))}
        />
      </Field>
      <Field name={['results', row, 'points']} label="每项得分">
        <ScaledInput digits={2} suffix="分" />
      </Field>
    </>
  )
}
export const ResultRows = () => (
  <Rows
    name="results"
    title="科研成果分值（没有列出的成果不计分）"
    one="成果"
    most={50}
    columns="1fr 1fr 1fr"
  >
    {(i) => <ResultFields row={i} />}
  </Rows>
)

export const BandRows = () => (
  <>
    <Rows name="bands" title="功能利用率档次" one="档次" most={20} columns="1fr 1fr">
      {(i) => (
        <>
          <Field name={['bands', i, 'from']} label="利用率达到">
            <ScaledInput digits={0} suffix="%" />
          </Field>
          <Field name={['bands', i, 'points']} label="得分">
            <ScaledInput digits={2} suffix="分" />
          </Field>
        </>
      )}
    </Rows>
    <Field name="fresh" label="每项新开发功能得分">
      <ScaledInput digits={2} suffix="分" />
    </Field>
  </>
)

export const GradeFields = () => (
  <fieldset className="form-rows form-wide">
    <legend>等级（总分达到）</legend>
    <div className="benefit-weights">
      {(['excellent', 'good', 'pass'] as const satisfies (keyof SchemeRules['grades'])[]).map((g) => (
        <Field key={g} name={['grades', g]} label={`${benefitGradeWords[g]}下限`}>
          <ScaledInput digits={2} suffix="分" />
        </Field>
      ))}
    </div>
  </fieldset>
)
