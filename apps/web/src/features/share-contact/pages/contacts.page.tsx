import type { ShareContactRow } from '@portal/contract/share-contact/share-contact'
import { edit } from '@portal/contract/kernel/permissions'
import { useState, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useHolds } from '../../../lib/session.ts'
import { say } from '../../../lib/tell.ts'
import { Allowed } from '../../../ui/allowed.tsx'
import { Button } from '../../../ui/light.tsx'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { SiteSettings } from '../../site/shared/site-form.tsx'
import { ChangeContact, CreateContact } from '../parts/contact-form.tsx'
import { saveContacts, useContacts, useRemoveContact } from '../share-contact.queries.ts'

const writers = edit('SHARE_CONTACT')

const tabs = [
  { key: 'contacts', title: '联系方式' },
  { key: 'site', title: '门户信息' },
]

/** The contacts that the user may edit; for editors of the whole site, also the site's own data. */
export default function ShareContactsPage() {
  const whole = useHolds(['SHARE_CONTACT_ALL'])
  const wished = useSearchParams()[0].get('view')
  const view = whole && wished === 'site' ? 'site' : 'contacts'
  const intro = whole && <LinkTabs label="联系我们" name="view" tabs={tabs} value={view} />
  if (view === 'contacts') return <Contacts intro={intro} />
  return (
    <>
      <header className="page-head">
        <h1>联系我们</h1>
      </header>
      <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 }}>
        {intro}
        <SiteSettings />
      </div>
    </>
  )
}

function Contacts({ intro }: { intro: ReactNode }) {
  const [asked, setAsked] = useState<'new' | ShareContactRow | null>(null)
  const remove = useRemoveContact()
  const close = () => setAsked(null)
  return (
    <>
      <ListPage<ShareContactRow>
        title="联系我们"
        intro={intro}
        rows={useContacts}
        onExport={saveContacts}
        fixed={{ of: 'editable' }}
        columns={columns}
        filters={[
          { kind: 'text', name: 'keyword', label: '关键词', placeholder: '岗位、姓名、事项或实验室' },
        ]}
        extra={
          <Allowed codes={writers}>
            <Button kind="primary" onClick={() => setAsked('new')}>
              新增联系方式
            </Button>
          </Allowed>
        }
        actions={[
          { label: '修改', can: 'change', run: (c) => setAsked(c) },
          {
            label: '删除',
            can: 'remove',
            danger: true,
            confirm: (c) => ({
              title: `删除“${c.post} ${c.name}”？`,
              text: '删除后不能恢复。',
              ok: '删除联系方式',
            }),
            run: (c) => remove.run({ params: { id: c.id } }).then(() => say('success', '联系方式已删除')),
          },
        ]}
        empty={{ text: '还没有登记联系方式' }}
      />
      <Modal
        open={asked !== null}
        title={asked === 'new' ? '新增联系方式' : '修改联系方式'}
        footer={null}
        onCancel={close}
        destroyOnHidden
        width={680}
      >
        {asked === 'new' && <CreateContact onDone={close} />}
        {asked && asked !== 'new' && <ChangeContact contact={asked} onDone={close} />}
      </Modal>
    </>
  )
}

const columns: readonly Column<ShareContactRow>[] = [
  { key: 'post', title: '岗位', main: true },
  { key: 'name', title: '联系人' },
  { key: 'lab', title: '所属', render: (c) => c.lab?.name ?? '全校' },
  { key: 'phone', title: '电话' },
  { key: 'email', title: '邮箱' },
  { key: 'office', title: '办公地点', phone: false },
  { key: 'hours', title: '服务时间', phone: false },
  { key: 'sort', title: '排序', align: 'right', phone: false },
]
