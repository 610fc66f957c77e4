// pdf.js and pdf-lib, each filling, drawing or calculating one PDF, as tests/forms/browser.py asks.
// PDFs and pictures come and go in base64, for the DevTools protocol carries text only.

const modules = new URLSearchParams(location.search).get("modules");
const pdfjs = await import(`${modules}/pdfjs-dist/build/pdf.min.mjs`);
globalThis.pdfjsLib = pdfjs; // where pdf_viewer.mjs looks for it
const viewing = await import(`${modules}/pdfjs-dist/web/pdf_viewer.mjs`);
const pdfLib = await import(`${modules}/pdf-lib/dist/pdf-lib.esm.min.js`);
document.head.insertAdjacentHTML(
  "beforeend",
  `<link rel="stylesheet" href="${modules}/pdfjs-dist/web/pdf_viewer.css">`, // gives pages their size
);
pdfjs.GlobalWorkerOptions.workerSrc = `${modules}/pdfjs-dist/build/pdf.worker.min.mjs`;

const bytes = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
const text = (bytes) => {
  let binary = "";
  for (let start = 0; start < bytes.length; start += 32768) {
    binary += String.fromCharCode(...bytes.subarray(start, start + 32768));
  }
  return btoa(binary);
};
const open = (pdf) =>
  pdfjs.getDocument({
    data: bytes(pdf),
    standardFontDataUrl: `${modules}/pdfjs-dist/standard_fonts/`,
    cMapUrl: `${modules}/pdfjs-dist/cmaps/`,
    wasmUrl: `${modules}/pdfjs-dist/wasm/`,
    isEvalSupported: false,
  }).promise;

// Without scripts, as a program that only stores values does.
export async function fillByPdfjs(pdf, values) {
  const opened = await open(pdf);
  const fields = await opened.getFieldObjects();
  for (const [name, value] of Object.entries(values)) {
    for (const field of fields[name].filter((one) => one.type)) {
      const stored = field.type === "radiobutton" ? field.exportValues === value : value;
      opened.annotationStorage.setValue(field.id, { value: stored });
    }
  }
  return text(await opened.saveDocument());
}

export async function fillByPdfLib(pdf, values) {
  const opened = await pdfLib.PDFDocument.load(bytes(pdf), { updateMetadata: false });
  const form = opened.getForm();
  for (const [name, value] of Object.entries(values)) {
    const field = form.getField(name);
    if (field instanceof pdfLib.PDFTextField) field.setText(value);
    else if (field instanceof pdfLib.PDFCheckBox) value ? field.check() : field.uncheck();
    else if (field instanceof pdfLib.PDFRadioGroup) value ? field.select(value) : field.clear();
    else if (value) {
      const options = field.acroField.getOptions();
      field.select(options.find((one) => one.value.decodeText() === value).display.decodeText());
    } else field.clear();
  }
  // Its own appearances know the letters of Helvetica only: it refuses to save any other.
  return text(await opened.save({ updateFieldAppearances: false }));
}

export async function draw(pdf, dpi) {
  const opened = await open(pdf);
  const pictures = [];
  for (let number = 1; number <= opened.numPages; number++) {
    const page = await opened.getPage(number);
    const viewport = page.getViewport({ scale: dpi / 72 });
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(viewport.width);
    canvas.height = Math.round(viewport.height);
    await page.render({ canvas, viewport, annotationMode: pdfjs.AnnotationMode.ENABLE }).promise;
    pictures.push(canvas.toDataURL("image/png").split(",")[1]);
  }
  await opened.loadingTask.destroy();
  return pictures;
}

// pdf.js's own viewer with its scripting sandbox, typed into field by field; then saved.
export async function calculate(pdf, values) {
  const eventBus = new viewing.EventBus();
  const container = document.getElementById("container");
  const linkService = new viewing.PDFLinkService({ eventBus });
  const scriptingManager = new viewing.PDFScriptingManager({
    eventBus,
    sandboxBundleSrc: `${modules}/pdfjs-dist/build/pdf.sandbox.min.mjs`,
  });
  const viewer = new viewing.PDFViewer({ container, eventBus, linkService, scriptingManager });
  linkService.setViewer(viewer);
  scriptingManager.setViewer(viewer);
  const ready = new Promise((done) => eventBus.on("sandboxcreated", done));
  const initial = new Promise((done) => eventBus.on("pagesinit", done));
  const opened = await open(pdf);
  viewer.setDocument(opened);
  linkService.setDocument(opened);
  await initial;
  viewer.currentScaleValue = "page-fit";
  await ready;
  const fields = await opened.getFieldObjects();
  for (let number = 1; number <= opened.numPages; number++) {
    await showPage(viewer, number);
    for (const [name, value] of Object.entries(values)) {
      for (const control of controls(container, number, name)) {
        const { exportValues } = fields[name].find((one) => one.id === control.dataset.elementId);
        await put(control, control.type === "radio" ? exportValues === value : value);
      }
    }
  }
  await settled(opened.annotationStorage);
  const saved = text(await opened.saveDocument());
  viewer.setDocument(null);
  linkService.setDocument(null);
  await scriptingManager.destroyPromise;
  await opened.loadingTask.destroy();
  return saved;
}

const pause = (time) => new Promise((done) => setTimeout(done, time));

async function showPage(viewer, number) {
  viewer.scrollPageIntoView({ pageNumber: number });
  const page = viewer.getPageView(number - 1);
  while (!page.annotationLayer?.div?.childElementCount) await pause(20);
}

const controls = (container, number, name) =>
  container.querySelectorAll(`.page[data-page-number="${number}"] [name="${CSS.escape(name)}"]`);

async function put(control, value) {
  control.focus();
  if (control.type === "checkbox" || control.type === "radio") {
    if (control.checked !== value) control.click();
  } else {
    control.value = value;
    control.dispatchEvent(new Event("input", { bubbles: true }));
  }
  document.getElementById("elsewhere").focus(); // pdf.js leaves a field only for another place
  await pause(0);
}

// The sandbox answers when it likes, so wait until nothing has changed for a while.
async function settled(storage) {
  let before = "";
  for (let quiet = 0; quiet < 4; quiet++) {
    await pause(100);
    const now = JSON.stringify([...storage]);
    if (now !== before) quiet = 0;
    before = now;
  }
}

globalThis.lab = { fillByPdfjs, fillByPdfLib, draw, calculate };
