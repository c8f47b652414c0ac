import { useState } from 'react'
import { importKindWords, type ImportKind } from '@portal/contract/bulk/bulk'
import { Button } from '../../../ui/light.tsx'
import { Drawer } from '../../../ui/modal.tsx'
import { ChooseFile } from '../parts/choose-file.tsx'
import { ImportSteps } from '../parts/import-steps.tsx'
import './import.css'

/**
 * The 导入 button beside a list's title: file, verdicts, confirmation, result. `onDone`: rows were written, so
 * the list has to be reloaded.
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
        // The import continues while the drawer is closed and is there when it opens again.
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
