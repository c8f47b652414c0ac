import { Drawer } from 'antd'
import { useState } from 'react'
import { importKindWords, type ImportKind } from '@portal/contract/bulk/bulk'
import { Button } from '../../../ui/light.tsx'
import { ChooseFile } from '../parts/choose-file.tsx'
import { ImportSteps } from '../parts/import-steps.tsx'
import './import.css'

/**
 * 导入, beside a list's title: a file, its verdicts, yes, the result. `onDone`: rows were written, read them
 * again.
 */
export function ImportButton({ kind, onDone }: { kind: ImportKind; onDone: () => void }) {
  const [open, setOpen] = useState(false)
  const [id, setId] = useState<number | null>(null)
  return (
    <>
      <Button icon="upload" onClick={() => setOpen(true)}>
        导入
      </Button>
      <Drawer
        open={open}
        title={`导入${importKindWords[kind]}`}
        size={1000}
        onClose={() => setOpen(false)}
        // What is being read goes on without anybody looking; opened again, it is there.
        destroyOnHidden={false}
      >
        {id === null ? (
          <ChooseFile kind={kind} onUploaded={setId} />
        ) : (
          <ImportSteps
            key={id}
            id={id}
            onAgain={() => setId(null)}
            onDone={onDone}
            onClose={() => setOpen(false)}
          />
        )}
      </Drawer>
    </>
  )
}
