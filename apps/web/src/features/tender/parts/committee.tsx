import { Input } from 'antd'
import { useState } from 'react'
import type { tenderCalls } from '@portal/contract/tender/calls'
import type { CommitteeMember, TenderDetail } from '@portal/contract/tender/rows'
import { committeeWords, sourcingWords } from '@portal/contract/tender/tender'
import { formatSecond } from '../../../lib/format.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button, Card } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { useConclude } from '../tender.queries.ts'
import { ballotText } from '../tender.words.ts'
import { CommitteeForm } from './committee-form.tsx'

/** The committee: members, who has signed, and opinions as far as the reader may see them. */
export function Committee({ tender: t }: { tender: TenderDetail }) {
  const [changing, setChanging] = useState(false)
  const mayName = t.can.includes('committee')
  if (mayName && (changing || t.committee.length === 0))
    return <CommitteeForm tender={t} onDone={() => setChanging(false)} />
  if (t.committee.length === 0) return null
  const signed = t.committee.filter((m) => m.signedAt !== null).length
  return (
    <>
      <Card
        title={`${committeeWords[t.method]}（已签署 ${signed} / ${t.committee.length}）`}
        extra={
          mayName && signed < t.committee.length ? (
            <Button size="small" onClick={() => setChanging(true)}>
              调整成员
            </Button>
          ) : undefined
        }
      >
        {t.evaluationSummary !== null && (
          <p className="tender-summary">
            <b>评审结论</b>：{t.evaluationSummary}
          </p>
        )}
        <DataTable
          caption={committeeWords[t.method]}
          columns={listColumns(t)}
          rows={t.committee}
          rowKey={(m) => m.user.id}
        />
      </Card>
      {t.can.includes('conclude') && <Conclude tender={t} />}
    </>
  )
}

const listColumns = (t: TenderDetail): readonly Column<CommitteeMember>[] => [
  {
    key: 'user',
    title: '成员',
    main: true,
    render: (m) => (
      <>
        {m.user.name} {m.chair && <StateTag tone="active" text="组长" />}{' '}
        {m.own && <StateTag tone="draft" text="采购人代表" />}
      </>
    ),
  },
  { key: 'unit', title: '单位与职称', render: (m) => `${m.unit}，${m.title}` },
  {
    key: 'opinion',
    title: '评审意见',
    render: (m) =>
      m.ballots.length > 0 ? (
        <ul className="tender-prices">
          {m.ballots.map((b) => (
            <li key={b.quotationId}>{ballotText(t, b)}</li>
          ))}
          {m.opinion && <li>{m.opinion}</li>}
        </ul>
      ) : m.signedAt ? (
        <span className="muted">汇总后可见</span>
      ) : null,
  },
  {
    key: 'signedAt',
    title: '签署',
    render: (m) =>
      m.signedAt === null ? (
        <StateTag
          tone="waiting"
          text={t.openedAt === null ? `待${sourcingWords[t.method].opening}` : '待签署'}
        />
      ) : (
        <>
          <span className="tender-line">{formatSecond(m.signedAt)}</span>
          {m.seal && <div className="tender-receipt">签章 {m.seal}</div>}
        </>
      ),
  },
]

/** After the last signature: summary and recommendation. */
function Conclude({ tender: t }: { tender: TenderDetail }) {
  const form = useSubmit<typeof tenderCalls.conclude, { summary?: string }>(useConclude(), {
    args: ({ summary }) => ({ params: { id: t.id }, body: { summary: summary ?? '' } }),
    done: '评审已汇总，请确定成交供应商',
    draft: `conclusion:${t.id}`,
  })
  return (
    <Card title="汇总评审">
      <p className="muted">
        成员均已签署。汇总后按{t.scoring.kind === 'points' ? '总得分从高到低' : '合格报价从低到高'}
        排出推荐顺序，不能再改。
      </p>
      <FormPage form={form} submit="汇总并排序">
        <Field name="summary" label="评审结论" hint="评审过程、否决理由、推荐意见">
          <Input.TextArea autoSize={{ minRows: 3, maxRows: 10 }} maxLength={2000} />
        </Field>
      </FormPage>
    </Card>
  )
}
