import type { PlaceImage } from '@portal/contract/building/building'
import { thumbOf } from '@portal/contract/file/file'
import './place-pictures.css'

/** The first picture, in a list. */
export const PlaceThumb = ({ image, name }: { image: Pick<PlaceImage, 'url'> | undefined; name: string }) =>
  image ? <img className="place-thumb" src={thumbOf(image.url)} alt={name} loading="lazy" /> : <>无</>
