//! Writes the compact form of a proof in its text form, after both verifiers have checked it.
//!
//! ```sh
//! cargo run --release -p foursight-proof --example pack -- proof.txt out.proof
//! ```

use std::{env, error::Error, fs};

use foursight_proof::{Proof, ProofWalk, verify_text};

fn main() -> Result<(), Box<dyn Error>> {
    let names: Vec<String> = env::args().skip(1).collect();
    let [from, to] = &names[..] else {
        return Err("give the text and the file to write".into());
    };
    let proof = Proof::from_text(&fs::read_to_string(from)?)?;
    println!("{:?}", ProofWalk::new(&proof).finish()?);
    let bytes = proof.to_bytes()?;
    let again = Proof::from_bytes(&bytes)?;
    println!("{:?}", ProofWalk::new(&again).finish()?);
    println!(
        "{} bytes, text is equal: {}",
        bytes.len(),
        again.to_text() == proof.to_text()
    );
    if env::var("SLOW").is_ok() {
        println!("{:?}", verify_text(&again.to_text())?);
    }
    fs::write(to, bytes)?;
    Ok(())
}
