import type { FormSource } from '@portal/contract/form/form'
import { useState } from 'react'
import { say } from '../../../lib/tell.ts'
import { DetailPage } from '../../../ui/detail/detail-page.tsx'
import { Button, ButtonLink } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { RowAction } from '../../../ui/list/row-actions.tsx'
import { TableCard } from '../../../ui/list/table-card.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { removeSource, useSources } from '../design/design.queries.ts'
import { ChangeSource, CreateSource } from '../parts/source-form.tsx'

/** The interfaces from which forms of the campus may take their options. */
export default function SourcesPage() {
  const sources = useSources()
  const [asked, setAsked] = useState<'new' | FormSource | null>(null)
  const close = () => setAsked(null)
  const actions: readonly RowAction<FormSource>[] = [
    { label: '修改', run: setAsked },
    {
      label: '删除',
      danger: true,
      confirm: ({ name }) => ({
        title: `删除“${name}”？`,
        text: '使用它的表单将取不到选项。暂时不用的，可以修改为不启用。',
        ok: '删除接口',
      }),
      run: ({ id }) => removeSource.run({ params: { id } }).then(() => say('success', '数据接口已删除')),
    },
  ]
  return (
    <>
      <DetailPage
        title="数据接口"
        query={sources}
        extra={() => (
          <>
            <Button kind="primary" onClick={() => setAsked('new')}>
              登记接口
            </Button>
            <ButtonLink to="/form-create/form-design">返回表单设计</ButtonLink>
          </>
        )}
      >
        {(rows) => (
          <TableCard
            title="允许表单使用的接口"
            rows={rows}
            columns={columns}
            actions={actions}
            empty="还没有登记接口，表单的选项只能逐项填写"
          />
        )}
      </DetailPage>
      <Modal
        open={asked !== null}
        title={asked === 'new' ? '登记数据接口' : '修改数据接口'}
        footer={null}
        onCancel={close}
        destroyOnHidden
        width={560}
      >
        {asked === 'new' && <CreateSource onDone={close} />}
        {asked && asked !== 'new' && <ChangeSource source={asked} onDone={close} />}
      </Modal>
    </>
  )
}

const columns: readonly Column<FormSource>[] = [
  { key: 'name', title: '名称', main: true },
  { key: 'address', title: '接口地址' },
  { key: 'method', title: '请求方式' },
  {
    key: 'internal',
    title: '位置',
    render: ({ address, internal }) =>
      address.startsWith('/') ? '本平台' : internal ? '校内网络' : '互联网',
  },
  {
    key: 'enabled',
    title: '状态',
    render: ({ enabled }) => (
      <StateTag tone={enabled ? 'done' : 'stopped'} text={enabled ? '已启用' : '未启用'} />
    ),
  },
]
