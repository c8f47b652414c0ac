import { occasionWords, type BindingRow } from '@portal/contract/form/binding'
import { Suspense, useState } from 'react'
import { formatMinute } from '../../../lib/format.ts'
import { say } from '../../../lib/tell.ts'
import { Skeleton } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { RowAction } from '../../../ui/list/row-actions.tsx'
import { TableCard } from '../../../ui/list/table-card.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { definePart } from '../../../ui/part.tsx'
import { BindForm } from '../parts/bind-form.tsx'
import { useBindings, useUnbind } from '../form.queries.ts'

const AskedPreview = definePart(() => import('../parts/asked-preview.tsx'))

/** The forms that an instrument asks its users: its own and those of its laboratory. */
export function DeviceForms({ deviceId }: { deviceId: number }) {
  const query = useBindings({ query: { deviceId } }, { staleTime: 0 })
  const unbind = useUnbind()
  const [previewed, setPreviewed] = useState<BindingRow | null>(null)
  const actions: readonly RowAction<BindingRow>[] = [
    { label: '预览', can: 'preview', run: setPreviewed },
    {
      label: '移除',
      can: 'remove',
      danger: true,
      confirm: (b) => ({
        title: `${occasionWords[b.occasion]}不再填写${b.form ? `“${b.form.name}”` : '的设置移除'}？`,
        text: b.ofDevice
          ? '此后按实验室的设置填写。已经填写的内容不受影响。'
          : '对本实验室全部仪器生效。已经填写的内容不受影响。',
        ok: '移除',
      }),
      run: (b) => unbind.run({ params: { id: b.id } }).then(() => say('success', '附加表单已移除')),
    },
  ]
  return (
    <>
      <TableCard
        title="附加表单"
        query={query}
        rows={query.data}
        columns={columns}
        actions={actions}
        add={{
          label: '设置附加表单',
          title: '设置附加表单',
          form: (close) => <BindForm deviceId={deviceId} onDone={close} />,
        }}
        empty="没有附加表单。设置后，使用人在预约、报告故障或使用结束时填写，内容随预约单显示和导出"
      />
      <Modal
        open={previewed !== null}
        title={previewed?.form?.name}
        footer={null}
        width={860}
        destroyOnHidden
        onCancel={() => setPreviewed(null)}
      >
        <Suspense fallback={<Skeleton rows={4} />}>
          {previewed?.form && <AskedPreview formId={previewed.form.id} />}
        </Suspense>
      </Modal>
    </>
  )
}

const standing = (b: BindingRow): string =>
  b.form?.state === 'retired' ? '表单已停用，不再填写' : b.counts ? '生效' : '本仪器另有设置'

const columns: readonly Column<BindingRow>[] = [
  { key: 'form', title: '表单', main: true, render: (b) => b.form?.name ?? '不填写' },
  { key: 'occasion', title: '填写场合', render: (b) => occasionWords[b.occasion] },
  { key: 'scope', title: '范围', render: (b) => (b.ofDevice ? '本仪器' : '全实验室') },
  { key: 'counts', title: '状态', render: standing },
  { key: 'by', title: '设置人', render: (b) => b.by.name },
  { key: 'at', title: '设置时间', render: (b) => formatMinute(b.at), phone: false },
]
