import { Input, Select } from 'antd'
import { useState } from 'react'
import type { benefitCalls } from '@portal/contract/benefit/calls'
import type { BenefitDetail } from '@portal/contract/benefit/evaluation'
import { benefitItems, benefitItemWords, type BenefitItem } from '@portal/contract/benefit/scheme'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { Rows } from '../../../ui/form/rows.tsx'
import { ScaledInput } from '../../../ui/form/scaled-input.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Card } from '../../../ui/light.tsx'
import type { PartProps } from '../../../ui/process/process.ts'
import { useJudge } from '../benefit.queries.ts'

interface Values {
  judged?: { item?: BenefitItem; score?: number | null; reason?: string }[]
}
const options = benefitItems.map((i) => ({ value: i, label: benefitItemWords[i] }))

/** Scores by which the office overrides computed ones, with reasons. */
export function JudgeForm({ row: e }: PartProps<BenefitDetail>) {
  // The revision that the form started from, so that the server can refuse to overwrite another save.
  const [revision, setRevision] = useState(e.revision)
  const form = useSubmit<typeof benefitCalls.judge, Values>(useJudge(), {
    initial: {
      judged: e.items.flatMap((i) =>
        i.judged ? [{ item: i.item, score: i.score, reason: i.judged.reason }] : [],
      ),
    },
    args: ({ judged = [] }) => ({
      params: { id: e.id },
      body: {
        revision,
        // The schema reports missing values at their field.
        judged: judged.map(({ item, score, reason = '' }) => ({
          item: item as BenefitItem,
          score: score as number,
          reason,
        })),
      },
    }),
    done: '审核得分已保存',
    after: (saved) => setRevision(saved.revision),
  })
  return (
    <Card title="审核得分">
      <FormPage
        form={form}
        submit="保存审核得分"
        intro={<p className="muted">只填写与计算得分不同的项目；未填写的按计算得分公布。</p>}
      >
        <Rows name="judged" title="审核得分" one="项目" most={benefitItems.length} columns="1fr 1fr 2fr">
          {(i) => (
            <>
              <Field name={['judged', i, 'item']} label="评价项目">
                <Select options={options} placeholder="请选择" />
              </Field>
              <Field name={['judged', i, 'score']} label="得分">
                <ScaledInput digits={2} suffix="分" />
              </Field>
              <Field name={['judged', i, 'reason']} label="理由">
                <Input maxLength={500} />
              </Field>
            </>
          )}
        </Rows>
      </FormPage>
    </Card>
  )
}
