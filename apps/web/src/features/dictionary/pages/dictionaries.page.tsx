import { Input } from 'antd'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { DictionaryRow } from '@portal/contract/dictionary/dictionary'
import { to } from '../../../lib/paths.ts'
import { useHolds } from '../../../lib/session.ts'
import { Button, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { ExportButton } from '../../../ui/list/export-button.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { ImportButton } from '../../bulk/shared/import-drawer.tsx'
import { renewDictionaries, saveDictionaries, useDictionaries } from '../dictionary.queries.ts'
import { ChangeDictionary, NewDictionary } from '../parts/dictionary-form.tsx'
import { Items } from '../parts/items.tsx'
import './dictionaries.css'

/** Dictionaries: the list on the left, the items of the chosen one on the right. */
export default function DictionariesPage() {
  const [query] = useSearchParams()
  const creates = useHolds(['ADMIN'])
  const [keyword, setKeyword] = useState('')
  const [asked, setAsked] = useState<DictionaryRow | 'new' | null>(null)
  const { data, error, refetch } = useDictionaries(keyword.trim())
  const rows = data?.content ?? []
  const chosen = rows.find((d) => d.name === query.get('dict')) ?? rows[0]
  return (
    <section className="dictionaries" aria-label="字典管理">
      <header className="page-head">
        <h1>字典管理</h1>
        <div className="page-extra no-print">
          {rows.some((d) => d.can.includes('items')) && (
            <>
              <ExportButton save={(transfer) => saveDictionaries({}, transfer)} />
              <ImportButton kind="dictionary" onDone={() => void renewDictionaries()} />
            </>
          )}
          {creates && (
            <Button kind="primary" onClick={() => setAsked('new')}>
              新增字典
            </Button>
          )}
        </div>
      </header>
      <div className="dictionaries-body">
        <Card className="dictionaries-list">
          <Input
            value={keyword}
            maxLength={60}
            allowClear
            aria-label="搜索字典"
            placeholder="搜索名称或描述"
            onChange={(e) => setKeyword(e.target.value)}
          />
          {data ? (
            rows.length > 0 ? (
              <nav aria-label="字典">
                <ul>
                  {rows.map((d) => (
                    <li key={d.id}>
                      <Link
                        to={to('/maintain/dictionaries', { dict: d.name })}
                        aria-current={d.id === chosen?.id ? 'page' : undefined}
                      >
                        <span>{d.description ?? d.name}</span>
                        <small className="muted">
                          {d.name} · {d.itemCount} 项
                        </small>
                      </Link>
                    </li>
                  ))}
                </ul>
              </nav>
            ) : (
              <Empty text={keyword ? '没有匹配的字典' : '还没有字典'}>
                {keyword && (
                  <Button size="small" onClick={() => setKeyword('')}>
                    清除搜索
                  </Button>
                )}
              </Empty>
            )
          ) : error ? (
            <PageError error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton rows={8} />
          )}
        </Card>
        {chosen && <Items key={chosen.id} of={chosen} onEdit={() => setAsked(chosen)} />}
      </div>
      <Modal
        open={asked !== null}
        title={asked === 'new' ? '新增字典' : '修改字典'}
        footer={null}
        onCancel={() => setAsked(null)}
        destroyOnHidden
      >
        {asked === 'new' && <NewDictionary onDone={() => setAsked(null)} />}
        {asked !== null && asked !== 'new' && <ChangeDictionary of={asked} onDone={() => setAsked(null)} />}
      </Modal>
    </section>
  )
}
