// A photo made small enough to be sent: the table reads no more than that anyway.

const PHOTO_EDGE_PX = 3000;

/** The picture with its longer edge at most so long, as a JPEG; as it is where the browser cannot read it.
 * @param {File} file */
export async function smaller(file) {
  try {
    const picture = await createImageBitmap(file);
    const factor = Math.min(1, PHOTO_EDGE_PX / Math.max(picture.width, picture.height));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(picture.width * factor);
    canvas.height = Math.round(picture.height * factor);
    canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
    return (await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.9))) || file;
  } catch {
    return file; // the table says whether it can read it
  }
}
