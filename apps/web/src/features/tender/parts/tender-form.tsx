import { Form, Input, InputNumber, Radio, Select } from 'antd'
import { useState } from 'react'
import { MAX_DOCUMENTS, tenderCalls } from '@portal/contract/tender/calls'
import type { Attachment } from '@portal/contract/kernel/rows'
import type { TenderDetail } from '@portal/contract/tender/rows'
import {
  MIN_PRICE_POINTS,
  scorings,
  scoringWords,
  sourcingWords,
  type Scoring,
} from '@portal/contract/tender/tender'
import { formatMoney } from '../../../lib/format.ts'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { InstantInput } from '../../../ui/form/dates.tsx'
import type { FieldAria } from '../../../ui/form/field-aria.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { UploadField } from '../../../ui/form/upload-field.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { RichText } from '../../../ui/rich-text/rich-text.tsx'
import { uploadDocument, useAnnounce, useChangeTender, useSupplierOptions } from '../tender.queries.ts'

interface Values {
  title?: string
  announcementHtml?: string
  opensAt?: string | null
  minQuotations?: number
  maxPriceFen?: number | null
  supplierIds?: number[]
  files?: readonly Attachment[]
  scoring?: { kind: Scoring; pricePoints: number; commercialPoints: number }
}

/** The announcement while it is a draft; it can be published once saved. */
export function TenderForm({ tender: t, onDone }: { tender: TenderDetail; onDone?: () => void }) {
  const params = { id: t.id }
  // The revision that the form started from; what a colleague saves meanwhile appears on the page only.
  const [revision, setRevision] = useState(t.revision)
  const form = useSubmit<typeof tenderCalls.change, Values>(useChangeTender(), {
    initial: {
      title: t.title,
      announcementHtml: t.announcementHtml,
      opensAt: t.opensAt,
      minQuotations: t.minQuotations,
      maxPriceFen: t.maxPriceFen,
      supplierIds: t.suppliers.map((s) => s.id),
      files: t.documents,
      scoring: {
        kind: t.scoring.kind,
        pricePoints: t.scoring.pricePoints,
        commercialPoints: t.scoring.commercialPoints,
      },
    },
    args: ({ files = [], title = '', minQuotations = 0, supplierIds = [], ...rest }) => ({
      params,
      body: { ...rest, revision, title, minQuotations, supplierIds, fileIds: files.map((f) => f.id) },
    }),
    done: `${sourcingWords[t.method].name}已保存`,
    after: (saved) => setRevision(saved.revision),
  })
  const announce = useAnnounce()
  const open = t.method === 'public'
  return (
    <FormPage
      form={form}
      submit="保存"
      columns={2}
      extra={
        <ConfirmButton
          kind="primary"
          danger={false}
          afterSaving
          title="发布公告？"
          text={`${open ? '全部通过审核的供应商可见' : `将通知 ${t.suppliers.length} 家受邀供应商`}。以最近保存的内容发布，发布后不能修改。`}
          ok="发布公告"
          onConfirm={async () => {
            await announce.run({ params, body: { revision } })
            say('success', '公告已发布')
            onDone?.()
          }}
        >
          发布公告
        </ConfirmButton>
      }
    >
      <Field name="title" label={`${sourcingWords[t.method].name}名称`} wide>
        <Input maxLength={120} showCount />
      </Field>
      <Field
        name="opensAt"
        label={`${sourcingWords[t.method].opened}时间`}
        hint={
          open ? '公开招标需留足公告天数；到时报价截止' : `到时报价截止并${sourcingWords[t.method].opening}`
        }
      >
        <InstantInput />
      </Field>
      <Field name="minQuotations" label="最少报价家数">
        <InputNumber min={1} max={20} style={{ width: '100%' }} />
      </Field>
      <Field
        name="maxPriceFen"
        label="最高限价"
        hint={`${t.budgetFen === null ? '' : `不高于预算 ${formatMoney(t.budgetFen)}；`}随公告告知供应商，超过的报价不予接收；不填则不设`}
      >
        <MoneyInput />
      </Field>
      <Scored />
      <Field
        name="supplierIds"
        label={open ? '同时邀请的供应商' : '受邀供应商'}
        wide
        hint="只能选择通过审核且证照有效的供应商，可按名称查找"
      >
        <SupplierPick known={t.suppliers} />
      </Field>
      <Field name="announcementHtml" label="公告正文" wide>
        <RichText label="公告正文" placeholder="采购内容、技术要求、报价要求、评审办法、联系方式" />
      </Field>
      <Field
        name="files"
        label={`${sourcingWords[t.method].name}文件`}
        wide
        hint="可以看到该项目的供应商均可下载"
      >
        <Documents />
      </Field>
    </FormPage>
  )
}

/** The evaluation method, published with the announcement. */
function Scored() {
  const [kind, price = 0, commercial = 0] = [
    Form.useWatch(['scoring', 'kind']),
    Form.useWatch(['scoring', 'pricePoints']),
    Form.useWatch(['scoring', 'commercialPoints']),
  ] as [Scoring | undefined, number?, number?]
  return (
    <>
      <Field
        name={['scoring', 'kind']}
        label="评审办法"
        wide
        hint={
          kind === 'lowest'
            ? '质量合格的报价中价格最低者为第一推荐'
            : `得分最高者为第一推荐，技术分为其余的 ${100 - price - commercial} 分`
        }
      >
        <Radio.Group options={scorings.map((value) => ({ value, label: scoringWords[value] }))} />
      </Field>
      {kind === 'points' && (
        <Field
          name={['scoring', 'pricePoints']}
          label="价格分"
          hint={`货物采购不低于 ${MIN_PRICE_POINTS} 分`}
        >
          <InputNumber min={MIN_PRICE_POINTS} max={100} precision={0} style={{ width: '100%' }} />
        </Field>
      )}
      {kind === 'points' && (
        <Field name={['scoring', 'commercialPoints']} label="商务分" hint="交货期、质保、售后服务">
          <InputNumber min={0} max={100} precision={0} style={{ width: '100%' }} />
        </Field>
      )}
    </>
  )
}

interface PickProps extends FieldAria {
  id?: string
  value?: number[]
  onChange?: (ids: number[]) => void
  known: readonly { id: number; name: string }[]
}
function SupplierPick({ id, value, onChange, known, ...aria }: PickProps) {
  const { data = [], isFetching, isError, refetch } = useSupplierOptions({ query: {} })
  const named = new Map([...known, ...data].map((s) => [s.id, s.name]))
  return (
    <Select
      {...aria}
      id={id ?? ''}
      mode="multiple"
      style={{ width: '100%' }}
      loading={isFetching}
      placeholder="请选择供应商"
      notFoundContent={isFetching ? '正在加载…' : isError ? '加载失败，请重新打开' : '没有通过审核的供应商'}
      onOpenChange={(open) => void (open && isError && refetch())}
      showSearch={{ optionFilterProp: 'label' }}
      options={[...named].map(([v, label]) => ({ value: v, label }))}
      value={value ?? []}
      {...(onChange && { onChange })}
    />
  )
}

function Documents(props: {
  id?: string
  value?: readonly Attachment[]
  onChange?: (files: readonly Attachment[]) => void
}) {
  const rule = tenderCalls.attach.upload
  return (
    rule && (
      <UploadField<Attachment>
        {...props}
        rule={{ ...rule, maxFiles: MAX_DOCUMENTS }}
        upload={uploadDocument}
        nameOf={(f) => f.name}
        label="上传采购文件"
      />
    )
  )
}
