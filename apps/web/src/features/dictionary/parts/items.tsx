import { Input, InputNumber, Switch } from 'antd'
import { useState } from 'react'
import type { dictionaryCalls, DictionaryItem, DictionaryRow } from '@portal/contract/dictionary/dictionary'
import { listChanged } from '../../../lib/changed.ts'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import {
  useChangeItem,
  useCreateItem,
  useItems,
  useRemoveDictionary,
  useRemoveItem,
} from '../dictionary.queries.ts'

const columns: readonly Column<DictionaryItem>[] = [
  { key: 'label', title: '标签', main: true },
  { key: 'value', title: '值' },
  { key: 'sort', title: '排序', align: 'right' },
  {
    key: 'enabled',
    title: '状态',
    render: (i) => <StateTag tone={i.enabled ? 'done' : 'stopped'} text={i.enabled ? '启用' : '停用'} />,
  },
]

/** The items of one dictionary. */
export function Items({ of, onEdit }: { of: DictionaryRow; onEdit: () => void }) {
  const editable = of.can.includes('items')
  const { data, error, refetch } = useItems(of.name)
  const [asked, setAsked] = useState<DictionaryItem | 'new' | null>(null)
  const removeItem = useRemoveItem()
  const remove = useRemoveDictionary()
  const change = useChangeItem()
  const close = () => setAsked(null)
  const rows = data?.content
  return (
    <Card
      title={of.description ?? of.name}
      extra={
        of.can.length > 0 && (
          <div className="page-extra">
            {editable && (
              <Button size="small" kind="primary" onClick={() => setAsked('new')}>
                新增条目
              </Button>
            )}
            {of.can.includes('change') && (
              <Button size="small" onClick={onEdit}>
                修改字典
              </Button>
            )}
            {of.can.includes('remove') && (
              <ConfirmButton
                size="small"
                title={`删除字典“${of.description ?? of.name}”？`}
                text="其中的条目会一并删除，不能恢复。"
                ok="删除字典"
                onConfirm={() =>
                  remove.run({ params: { id: of.id } }).then(() => say('success', '字典已删除'))
                }
              >
                删除字典
              </ConfirmButton>
            )}
          </div>
        )
      }
    >
      {of.builtin && (
        <p className="muted" style={{ marginBlockEnd: 12 }}>
          {of.fixed
            ? '由系统规定：条目是系统自身的状态，不能修改。'
            : '系统内置：不能改名或删除，条目可以修改。'}
        </p>
      )}
      {rows ? (
        rows.length > 0 ? (
          <DataTable
            caption={`${of.description ?? of.name}的条目`}
            columns={columns}
            rows={rows}
            rowKey={(i) => i.id}
            actions={
              editable
                ? [
                    { label: '修改', run: (item) => setAsked(item) },
                    {
                      label: (i) => (i.enabled ? '停用' : '启用'),
                      run: ({ id, enabled }) =>
                        change
                          .run({ body: { id, enabled: !enabled } })
                          .then(() => say('success', enabled ? '已停用' : '已启用')),
                    },
                    {
                      label: '删除',
                      danger: true,
                      confirm: (i) => ({
                        title: `删除条目“${i.label}”？`,
                        text: '已经选用它的记录会只显示其值。暂时不用的条目可以停用。',
                        ok: '删除条目',
                      }),
                      run: (i) =>
                        removeItem.run({ params: { id: i.id } }).then(() => say('success', '条目已删除')),
                    },
                  ]
                : undefined
            }
          />
        ) : (
          <Empty text="还没有条目">
            {editable && (
              <Button kind="primary" onClick={() => setAsked('new')}>
                新增条目
              </Button>
            )}
          </Empty>
        )
      ) : error ? (
        <PageError error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={6} />
      )}
      <Modal
        open={asked !== null}
        title={asked === 'new' ? '新增条目' : '修改条目'}
        footer={null}
        onCancel={close}
        destroyOnHidden
      >
        {asked === 'new' && (
          <NewItem
            dictId={of.id}
            sort={Math.max(0, ...(rows ?? []).map((i) => i.sort)) + 10}
            onDone={close}
          />
        )}
        {asked !== null && asked !== 'new' && <ChangeItem of={asked} onDone={close} />}
      </Modal>
    </Card>
  )
}

interface Values {
  label?: string
  value?: string
  sort?: number
  enabled?: boolean
}

function NewItem({ dictId, sort, onDone }: { dictId: number; sort: number; onDone: () => void }) {
  const form = useSubmit<typeof dictionaryCalls.createItem, Values>(useCreateItem(), {
    initial: { sort, enabled: true },
    args: (v) => ({ body: { dictId, label: '', value: '', ...v } }),
    done: '条目已新增',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="新增条目" onCancel={onDone}>
      <Fields />
    </FormPage>
  )
}

function ChangeItem({ of: { id, ...initial }, onDone }: { of: DictionaryItem; onDone: () => void }) {
  const form = useSubmit<typeof dictionaryCalls.changeItem, Values>(useChangeItem(), {
    initial,
    args: (v) => ({ body: { ...listChanged<Values>(initial, v), id } }),
    done: '条目已修改',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="保存修改" onCancel={onDone}>
      <Fields />
    </FormPage>
  )
}

const Fields = () => (
  <>
    <Field name="label" label="标签" hint="用户看到的文字" required>
      <Input maxLength={100} />
    </Field>
    <Field name="value" label="值" hint="保存在记录中的内容，使用后不宜修改" required>
      <Input maxLength={100} />
    </Field>
    <Field name="sort" label="排序" hint="小的在前">
      <InputNumber min={0} max={99_999} precision={0} style={{ width: '100%' }} />
    </Field>
    <Field name="enabled" label="启用" valuePropName="checked">
      <Switch />
    </Field>
  </>
)
